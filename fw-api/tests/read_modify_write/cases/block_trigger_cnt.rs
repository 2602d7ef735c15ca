//! BlockTriggerCnt: a command that reads differently.
use fw_api::{Bus, BusExt, regs::{BlockTriggerCnt, RegIndex}};

pub fn access<B: Bus>(bus: &mut B) -> Result<(), B::Error> {
    bus.modify(RegIndex::at::<3>(), |value: BlockTriggerCnt| value.with_check(true))
}
