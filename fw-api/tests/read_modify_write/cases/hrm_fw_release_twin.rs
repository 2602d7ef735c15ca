//! HrmFwRelease: a command.
use fw_api::{Bus, BusExt, regs::HrmFwRelease};

pub fn access<B: Bus>(bus: &mut B) -> Result<(), B::Error> {
    bus.write((), HrmFwRelease::from_bits(0).with_mask(1))
}
