//! HrmFwClaim: a command.
use fw_api::{Bus, BusExt, regs::HrmFwClaim};

pub fn access<B: Bus>(bus: &mut B) -> Result<(), B::Error> {
    bus.write((), HrmFwClaim::from_bits(0).with_mask(1))
}
