//! HwsCtrl: fires its pulses or forgets them.
use fw_api::{Bus, BusExt, regs::HwsCtrl};

pub fn access<B: Bus>(bus: &mut B) -> Result<(), B::Error> {
    bus.modify((), |value: HwsCtrl| value.with_enable(true))
}
