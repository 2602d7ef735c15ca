//! HrmFwClaim: a command.
use fw_api::{Bus, BusExt, regs::HrmFwClaim};

pub fn access<B: Bus>(bus: &mut B) -> Result<(), B::Error> {
    bus.modify((), |value: HrmFwClaim| value.with_mask(1))
}
