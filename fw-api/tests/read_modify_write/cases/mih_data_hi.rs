//! MihDataHi: a read pops.
use fw_api::{Bus, BusExt, regs::MihDataHi};

pub fn access<B: Bus>(bus: &mut B) -> Result<(), B::Error> {
    bus.modify((), |value: MihDataHi| value.with_dw1(0))
}
