//! HwsStatus: read-only.
use fw_api::{Bus, BusExt, regs::HwsStatus};

pub fn access<B: Bus>(bus: &mut B) -> Result<(), B::Error> {
    bus.modify((), |value: HwsStatus| value.with_rs_full(true))
}
