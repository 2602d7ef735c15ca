//! BlockTriggerCnt: a command that reads differently.
use fw_api::{Bus, BusExt, regs::{BlockTriggerCnt, RegIndex}};

pub fn access<B: Bus>(bus: &mut B) -> Result<(), B::Error> {
    bus.write(RegIndex::at::<3>(), BlockTriggerCnt::from_bits(0).with_check(true))
}
