//! HwsCtrl: fires its pulses or forgets them.
use fw_api::{Bus, BusExt, regs::HwsCtrl};

pub fn access<B: Bus>(bus: &mut B) -> Result<(), B::Error> {
    bus.write((), HwsCtrl::from_bits(0).with_enable(true))
}
