//! ErrStatus: W1C.
use fw_api::{Bus, BusExt, regs::ErrStatus};

pub fn access<B: Bus>(bus: &mut B) -> Result<(), B::Error> {
    bus.modify((), |value: ErrStatus| value.with_bus(true))
}
