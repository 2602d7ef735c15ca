//! The model as a bus: one tick per access, the minimum that a bus may take.

use fw_api::regs::{MihDataHi, MihDataLo, RegId};
use fw_api::{Bus, BusExt};
use hws_model::{BusError, Hws, ReadRefused, SharedMemory};

use crate::model::polls::Polls;

/// Shared memory, from address 0.
#[derive(Clone, Debug)]
pub(crate) struct Memory(pub(crate) Vec<u32>);

impl SharedMemory for Memory {
    fn read_word(&mut self, address: u32) -> Result<u32, ReadRefused> {
        self.0.get(address as usize / size_of::<u32>()).copied().ok_or(ReadRefused)
    }
}

#[derive(Clone, Debug)]
pub(crate) struct ModelBus {
    pub(crate) hws: Hws,
    pub(crate) memory: Memory,
    pub(crate) polls: Polls,
}

impl ModelBus {
    pub(crate) fn advance(&mut self, ticks: u64) {
        self.hws.advance(ticks, &mut self.memory, &mut ());
    }

    /// All readable state once commands in flight have retired, except what only counts time.
    pub(crate) fn settled_state(&self) -> Vec<(RegId, u32)> {
        let mut settled = self.clone();
        settled.advance(200);
        let readable = RegId::all().filter(|id| id.info().access.is_readable() && !counts_time(*id));
        readable.map(|id| (id, settled.hws.read32(id.offset()).unwrap())).collect()
    }

    /// The messages in the FIFO.
    pub(crate) fn waiting_messages(&self) -> Vec<(MihDataLo, MihDataHi)> {
        let mut bus = self.clone();
        let waiting = bus.read::<fw_api::regs::MihStatus>(()).unwrap().count();
        (0..waiting).map(|_| (bus.read(()).unwrap(), bus.read(()).unwrap())).collect()
    }
}

/// Counters of ticks, and of the attempts of a scheduler that finds nothing to launch. MIH_DATA_HI would pop.
fn counts_time(id: RegId) -> bool {
    matches!(
        id,
        RegId::CntCycleLo | RegId::CntCycleHi | RegId::CntAttempt | RegId::CntFail | RegId::MihDataHi
    )
}

impl Bus for ModelBus {
    type Error = BusError;

    fn read32(&mut self, offset: u32) -> Result<u32, BusError> {
        let answer = self.hws.read32(offset);
        self.advance(1);
        self.polls.answer(offset).map_or(answer, Ok)
    }

    fn write32(&mut self, offset: u32, value: u32) -> Result<(), BusError> {
        self.polls.written();
        let answer = self.hws.write32(offset, value, &mut ());
        self.advance(1);
        answer
    }
}
