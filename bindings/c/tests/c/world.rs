//! The model for the tests in Rust: the same bus as in world.c, which logs every access.

use std::fmt::Write;

use fw_api::Bus;
use hws_model::{Hws, ReadRefused, SharedMemory};

/// Shared memory, from address 0.
#[derive(Clone)]
pub(crate) struct Memory(pub(crate) Vec<u32>);

impl SharedMemory for Memory {
    fn read_word(&mut self, address: u32) -> Result<u32, ReadRefused> {
        self.0.get(address as usize / size_of::<u32>()).copied().ok_or(ReadRefused)
    }
}

/// What the bus does instead of reaching the model.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Fault {
    #[default]
    None,
    /// Every access fails with this code.
    Fails(i32),
    /// Every register reads as this value; writes are lost.
    Answers(u32),
}

#[derive(Clone)]
pub(crate) struct World {
    pub(crate) hws: Hws,
    pub(crate) memory: Memory,
    pub(crate) log: String,
    pub(crate) fault: Fault,
}

impl World {
    pub(crate) fn new() -> Self {
        let memory = Memory(vec![0; 1024]);
        Self { hws: Hws::new(Default::default()), memory, log: String::new(), fault: Fault::None }
    }

    pub(crate) fn tick(&mut self, ticks: u64) {
        self.hws.advance(ticks, &mut self.memory, &mut ());
    }

    pub(crate) fn write_memory(&mut self, address: u32, words: &[u32]) {
        let first = address as usize / size_of::<u32>();
        self.memory.0[first..first + words.len()].copy_from_slice(words);
    }
}

impl Bus for World {
    type Error = i32;

    fn read32(&mut self, offset: u32) -> Result<u32, i32> {
        let answer = match self.fault {
            Fault::Fails(code) => Err(code),
            Fault::Answers(value) => Ok(value),
            Fault::None => {
                let answer = self.hws.read32(offset).map_err(|error| error as i32 + 1);
                self.tick(1);
                answer
            }
        };
        let (value, code) = (answer.unwrap_or(0), answer.err().unwrap_or(0));
        writeln!(self.log, "R {offset:04x} {value:08x} {code}").unwrap();
        answer
    }

    fn write32(&mut self, offset: u32, value: u32) -> Result<(), i32> {
        let answer = match self.fault {
            Fault::Fails(code) => Err(code),
            Fault::Answers(_) => Ok(()),
            Fault::None => {
                let answer = self.hws.write32(offset, value, &mut ()).map_err(|error| error as i32 + 1);
                self.tick(1);
                answer
            }
        };
        writeln!(self.log, "W {offset:04x} {value:08x} {}", answer.err().unwrap_or(0)).unwrap();
        answer
    }
}
