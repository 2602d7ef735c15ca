//! ErrStatus: W1C.
use fw_api::{Bus, BusExt, regs::ErrStatus};

pub fn access<B: Bus>(bus: &mut B) -> Result<(), B::Error> {
    bus.write((), ErrStatus::from_bits(0).with_bus(true))
}
