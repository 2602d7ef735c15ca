//! TdRefresh: a command.
use fw_api::{Bus, BusExt, regs::TdRefresh};

pub fn access<B: Bus>(bus: &mut B) -> Result<(), B::Error> {
    bus.modify((), |value: TdRefresh| value.with_check(true))
}
