//! BlockTriggerCnt: a command that reads differently.
use fw_api::{Bus, BusExt, regs::BlockTriggerCnt};

pub fn access<B: Bus>(bus: &mut B) -> Result<(), B::Error> {
    bus.write(fw_api::regs::RegIndex::at::<3>(), BlockTriggerCnt::from_bits(0).with_check(true))
}
