//! DagCmd: a command.
use fw_api::{Bus, BusExt, regs::DagCmd};

pub fn access<B: Bus>(bus: &mut B) -> Result<(), B::Error> {
    bus.modify((), |value: DagCmd| value.with_dynamic(true))
}
