//! HrmFwRelease: a command.
use fw_api::{Bus, BusExt, regs::HrmFwRelease};

pub fn access<B: Bus>(bus: &mut B) -> Result<(), B::Error> {
    bus.modify((), |value: HrmFwRelease| value.with_mask(1))
}
