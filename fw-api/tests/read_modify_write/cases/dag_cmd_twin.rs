//! DagCmd: a command.
use fw_api::{Bus, BusExt, regs::DagCmd};

pub fn access<B: Bus>(bus: &mut B) -> Result<(), B::Error> {
    bus.write((), DagCmd::from_bits(0).with_dynamic(true))
}
