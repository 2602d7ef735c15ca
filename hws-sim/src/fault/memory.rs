//! Shared memory that refuses words, or shows descriptors that the HWS has to reject.

use fw_api::Occasions;
use hws_model::{ReadRefused, SharedMemory};

use super::{FaultKind, FaultPlan};

/// Word 5 of a descriptor has thread_num in its lower half (interfaces.md §1).
const THREAD_NUM_WORD: u32 = 5;
const THREAD_NUM: u32 = 0xFFFF;

/// The faults of shared memory.
#[derive(Clone, Debug)]
pub struct MemoryFaults {
    fault: Occasions,
    reject: Occasions,
    /// How many words before this one were read at ascending addresses, and where the next of them would be. Only a
    /// descriptor is read in so many: the live words are one, or four with a gap (scheduler.md §6.3).
    run: u32,
    next: u32,
}

impl MemoryFaults {
    /// The faults of shared memory in a plan.
    #[must_use]
    pub fn new(plan: &FaultPlan) -> Self {
        let [fault, reject] = [FaultKind::MemoryFault, FaultKind::Reject].map(|kind| plan.occasions(kind));
        Self { fault, reject, run: 0, next: 0 }
    }

    /// Returns how often a kind has struck; 0 for the kinds of other places.
    #[must_use]
    pub const fn struck(&self, kind: FaultKind) -> u64 {
        match kind {
            FaultKind::MemoryFault => self.fault.struck(),
            FaultKind::Reject => self.reject.struck(),
            _ => 0,
        }
    }

    /// The place in its descriptor of the word at an address, if it belongs to one.
    fn place(&mut self, address: u32) -> u32 {
        self.run = if address == self.next { self.run.saturating_add(1) } else { 0 };
        self.next = address.wrapping_add(4);
        self.run
    }

    /// Reads a word of a memory, unless a fault strikes.
    fn read(&mut self, memory: &mut impl SharedMemory, address: u32) -> Result<u32, ReadRefused> {
        let place = self.place(address);
        let is_refused = self.fault.strikes().is_some();
        let word = if is_refused { Err(ReadRefused) } else { memory.read_word(address) };
        if word.is_err() {
            self.end_run();
        }
        let is_rejected = word.is_ok() && place == THREAD_NUM_WORD && self.reject.strikes().is_some();
        word.map(|word| if is_rejected { word & !THREAD_NUM } else { word })
    }

    fn end_run(&mut self) {
        // No word is at an odd address, so that none continues the run.
        self.next = 1;
    }
}

/// Shared memory with faults.
#[derive(Debug)]
pub struct DisturbedMemory<'a, M> {
    memory: &'a mut M,
    faults: Option<&'a mut MemoryFaults>,
}

impl<'a, M> DisturbedMemory<'a, M> {
    /// Wraps a memory; without faults it answers as the memory does.
    #[must_use]
    pub const fn new(memory: &'a mut M, faults: Option<&'a mut MemoryFaults>) -> Self {
        Self { memory, faults }
    }
}

impl<M: SharedMemory> SharedMemory for DisturbedMemory<'_, M> {
    #[inline]
    fn read_word(&mut self, address: u32) -> Result<u32, ReadRefused> {
        match &mut self.faults {
            None => self.memory.read_word(address),
            Some(faults) => faults.read(self.memory, address),
        }
    }
}
