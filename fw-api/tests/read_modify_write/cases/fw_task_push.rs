//! FwTaskPush: write-only.
use fw_api::{Bus, BusExt, regs::FwTaskPush};

pub fn access<B: Bus>(bus: &mut B) -> Result<(), B::Error> {
    bus.modify((), |value: FwTaskPush| value.with_entry_id_masked(1))
}
