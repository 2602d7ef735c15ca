//! A board for the tests: 4 KiB of memory at address 0, and nothing else.

use hws_rv::{AccessFault, BusAnswer, Core, CoreBus, CoreInputs, Size, StepKind};

pub(crate) const BYTES: usize = 4096;

#[derive(Clone)]
pub(crate) struct Board {
    pub(crate) memory: [u8; BYTES],
    /// Wait cycles of each access that is not a fetch.
    pub(crate) wait: u32,
}

impl Board {
    pub(crate) fn with_words(words: &[u32]) -> Self {
        let mut memory = [0; BYTES];
        for (place, word) in memory.chunks_exact_mut(4).zip(words) {
            place.copy_from_slice(&word.to_le_bytes());
        }
        Self { memory, wait: 0 }
    }

    /// A program in hexadecimal words, one a line.
    pub(crate) fn with_program(text: &str) -> Self {
        let words: Vec<u32> = text.lines().map(|line| u32::from_str_radix(line, 16).unwrap()).collect();
        Self::with_words(&words)
    }

    pub(crate) fn word(&self, address: usize) -> u32 {
        u32::from_le_bytes(self.memory[address..address + 4].try_into().unwrap())
    }

    pub(crate) fn set_word(&mut self, address: usize, word: u32) {
        self.memory[address..address + 4].copy_from_slice(&word.to_le_bytes());
    }

    fn span(&mut self, address: u32, size: Size) -> Option<&mut [u8]> {
        let start = address as usize;
        self.memory.get_mut(start..start.checked_add(size.bytes() as usize)?)
    }
}

impl CoreBus for Board {
    fn read(&mut self, address: u32, size: Size) -> Result<BusAnswer, AccessFault> {
        let wait = self.wait;
        let bytes = self.span(address, size).ok_or(AccessFault { wait })?;
        let value = bytes.iter().rev().fold(0, |value, &byte| value << 8 | u32::from(byte));
        Ok(BusAnswer { value, wait })
    }

    fn write(&mut self, address: u32, size: Size, value: u32) -> Result<u32, AccessFault> {
        let wait = self.wait;
        let bytes = self.span(address, size).ok_or(AccessFault { wait })?;
        bytes.copy_from_slice(&value.to_le_bytes()[..size.bytes() as usize]);
        Ok(wait)
    }

    fn fetch(&mut self, address: u32) -> Result<BusAnswer, AccessFault> {
        let bytes = self.span(address, Size::Half).ok_or(AccessFault::default())?;
        Ok(BusAnswer::new(u32::from(bytes[0]) | u32::from(bytes[1]) << 8))
    }
}

/// Executes one instruction at address 0x100 with a1, a2 and a3; returns the core and what happened.
pub(crate) fn execute(word: u32, [a1, a2, a3]: [u32; 3], board: &mut Board) -> (Core, StepKind) {
    board.set_word(0x100, word);
    let mut core = Core::new(0x100);
    core.set_register(11, a1);
    core.set_register(12, a2);
    core.set_register(13, a3);
    let kind = core.step(board, CoreInputs::default()).kind;
    (core, kind)
}

/// Steps until the core waits.
pub(crate) fn run(core: &mut Core, board: &mut Board, inputs: CoreInputs) {
    for _ in 0..10_000 {
        if core.step(board, inputs).kind == StepKind::Waiting {
            return;
        }
    }
    panic!("still running at {:#x}", core.pc());
}
