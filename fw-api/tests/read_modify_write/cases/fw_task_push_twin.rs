//! FwTaskPush: write-only.
use fw_api::{Bus, BusExt, regs::FwTaskPush};

pub fn access<B: Bus>(bus: &mut B) -> Result<(), B::Error> {
    bus.write((), FwTaskPush::from_bits(0).with_entry_id_masked(1))
}
