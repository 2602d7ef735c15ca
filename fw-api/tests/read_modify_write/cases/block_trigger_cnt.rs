//! BlockTriggerCnt: a command that reads differently.
use fw_api::{Bus, BusExt, regs::BlockTriggerCnt};

pub fn access<B: Bus>(bus: &mut B) -> Result<(), B::Error> {
    bus.modify(fw_api::regs::RegIndex::at::<3>(), |value: BlockTriggerCnt| value.with_check(true))
}
