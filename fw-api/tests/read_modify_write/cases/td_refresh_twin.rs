//! TdRefresh: a command.
use fw_api::{Bus, BusExt, regs::TdRefresh};

pub fn access<B: Bus>(bus: &mut B) -> Result<(), B::Error> {
    bus.write((), TdRefresh::from_bits(0).with_check(true))
}
