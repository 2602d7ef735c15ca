//! The inputs of a dump as a stimulus.

use std::collections::BTreeMap;

use hws_sim::stimulus::{Op, Operation, Target};
use hws_types::{Cycle, HdrPush};

use super::bus::Access;
use super::memory::ReadWord;
use crate::map::Word;

/// The inputs of one run of a dump: what `hws replay` needs to repeat it on the model.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RecordedInputs {
    /// The operations; the last one is [`Op::End`].
    pub operations: Vec<Operation>,
    /// What a stimulus cannot express.
    pub warnings: Vec<String>,
}

/// Collects the inputs, if it is on.
#[derive(Clone, Debug, Default)]
pub(super) struct Recorder {
    is_on: bool,
    operations: Vec<Operation>,
    /// Shared memory as the stimulus has written it.
    memory: BTreeMap<u32, u32>,
    warnings: Vec<String>,
}

/// As many warnings are kept.
const WARNINGS: usize = 8;

impl Recorder {
    pub(super) fn recording() -> Self {
        Self { is_on: true, ..Self::default() }
    }

    /// A power-on reset: a stimulus begins there.
    pub(super) fn power_on(&mut self) {
        *self = Self { is_on: self.is_on, ..Self::default() };
    }

    pub(super) fn access(&mut self, cycle: u64, access: &Access) {
        let target = match access.word {
            Word::Register(id) => Target::Register(id),
            Word::Reserved | Word::Unmapped => Target::Address(access.offset),
        };
        let op = match access.write {
            Some(value) => Op::Write { target, value },
            None => Op::Read { target },
        };
        self.note(cycle, op);
    }

    pub(super) fn push(&mut self, cycle: u64, push: HdrPush) {
        self.note(cycle, Op::Hdr(push));
    }

    /// The words of shared memory that the tick of the cycle has read. Nothing is known of the time at which they were
    /// written: it is as late as possible.
    pub(super) fn tick(&mut self, cycle: u64, words: &[ReadWord]) {
        if !self.is_on {
            return;
        }
        let mut seen = BTreeMap::new();
        for word in words {
            let is_changed =
                seen.insert(word.address, word.answer).is_some_and(|before| before != word.answer);
            match word.answer {
                _ if is_changed => self.warn(format!(
                    "the word at {:#x} changes during tick {cycle}; a stimulus writes memory between ticks only",
                    word.address
                )),
                // Only an RTL that asks for other addresses than the model asks for an unaligned one.
                Ok(_) if word.address % 4 != 0 => (),
                Ok(value) => self.word(cycle, word.address, value),
                Err(_) if self.memory.contains_key(&word.address) => self.warn(format!(
                    "the word at {:#x} is refused in tick {cycle} although it was read before; in a replay it stays \
                     readable",
                    word.address
                )),
                Err(_) => (),
            }
        }
    }

    fn word(&mut self, cycle: u64, address: u32, value: u32) {
        if self.memory.insert(address, value) == Some(value) {
            return;
        }
        if let Some(Operation { at, op: Op::Mem { addr, words } }) = self.operations.last_mut()
            && at.0 == cycle
            && addr.wrapping_add(4 * words.len() as u32) == address
            && address != 0
        {
            return words.push(value);
        }
        self.note(cycle, Op::Mem { addr: address, words: vec![value] });
    }

    fn note(&mut self, cycle: u64, op: Op) {
        if self.is_on {
            self.operations.push(Operation { at: Cycle(cycle), op });
        }
    }

    fn warn(&mut self, warning: String) {
        if self.warnings.len() < WARNINGS {
            self.warnings.push(warning);
        }
    }

    /// The stimulus, which stops before the tick `end`.
    pub(super) fn finish(mut self, end: u64) -> Option<RecordedInputs> {
        self.note(end, Op::End);
        self.is_on.then_some(RecordedInputs { operations: self.operations, warnings: self.warnings })
    }
}

#[cfg(test)]
mod tests {
    use hws_model::ReadRefused;

    use super::*;

    fn word(address: u32, answer: Result<u32, ReadRefused>) -> ReadWord {
        ReadWord { address, is_for_loader: false, answer }
    }

    #[test]
    fn words_are_written_before_the_tick_that_reads_them_first() {
        let mut recorder = Recorder::recording();
        recorder.tick(5, &[word(8, Ok(1)), word(12, Ok(2)), word(20, Ok(3))]);
        recorder.tick(6, &[word(8, Ok(1)), word(12, Ok(7))]);
        let expected = [(5, 8, vec![1, 2]), (5, 20, vec![3]), (6, 12, vec![7])];
        let recorded = recorder.finish(9).unwrap();
        let mem = expected.map(|(at, addr, words)| Operation { at: Cycle(at), op: Op::Mem { addr, words } });
        assert_eq!(recorded.operations[..3], mem);
        assert_eq!(recorded.operations[3], Operation { at: Cycle(9), op: Op::End });
        assert_eq!(recorded.warnings, Vec::<String>::new());
    }

    #[test]
    fn what_a_stimulus_cannot_express_is_a_warning() {
        let mut recorder = Recorder::recording();
        recorder.tick(5, &[word(8, Ok(1)), word(8, Ok(2)), word(16, Err(ReadRefused))]);
        recorder.tick(7, &[word(8, Err(ReadRefused))]);
        let warnings = recorder.finish(9).unwrap().warnings;
        assert_eq!(warnings.len(), 2, "{warnings:?}");
        assert!(warnings[0].starts_with("the word at 0x8 changes during tick 5"), "{warnings:?}");
        assert!(warnings[1].starts_with("the word at 0x8 is refused in tick 7"), "{warnings:?}");
    }
}
