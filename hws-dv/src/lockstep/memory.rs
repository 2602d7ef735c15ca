//! Shared memory as the dump shows it: the words that the RTL read in a tick, in its order.

use std::collections::BTreeMap;
use std::sync::Arc;

use hws_model::{ReadRefused, SharedMemory};

/// A word that the RTL asked for, and the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ReadWord {
    pub(super) address: u32,
    pub(super) is_for_loader: bool,
    pub(super) answer: Result<u32, ReadRefused>,
}

/// The words of one tick, and what the model asked for.
#[derive(Clone, Debug, Default)]
pub(super) struct DumpMemory {
    /// What the RTL read in this tick.
    pub(super) words: Vec<ReadWord>,
    /// What the model read in this tick.
    pub(super) asked: Vec<u32>,
    /// The first word that the model read in this tick and that the dump has never shown.
    pub(super) unseen: Option<u32>,
    /// The last answer of each address: words that the RTL does not read again.
    ///
    /// Machines that are split off one another share them.
    last: Arc<BTreeMap<u32, Result<u32, ReadRefused>>>,
}

impl DumpMemory {
    pub(super) fn clear(&mut self) {
        self.words.clear();
        self.asked.clear();
        self.unseen = None;
    }

    pub(super) fn answer(&mut self, word: ReadWord) {
        self.words.push(word);
        Arc::make_mut(&mut self.last).insert(word.address, word.answer);
    }
}

impl SharedMemory for DumpMemory {
    /// The model must ask for the same words in the same order; otherwise the answer is the last one known, and the
    /// comparison of the addresses shows the difference.
    fn read_word(&mut self, address: u32) -> Result<u32, ReadRefused> {
        let next = self.words.get(self.asked.len()).filter(|word| word.address == address);
        self.asked.push(address);
        match next {
            Some(word) => word.answer,
            None => self.last.get(&address).copied().unwrap_or_else(|| {
                self.unseen.get_or_insert(address);
                Err(ReadRefused)
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_answered_in_the_order_of_the_dump_and_may_change() {
        let mut memory = DumpMemory::default();
        for answer in [Ok(1), Ok(2), Err(ReadRefused)] {
            memory.answer(ReadWord { address: 8, is_for_loader: false, answer });
        }
        let answers = [8, 8, 8, 12, 8].map(|address| memory.read_word(address));
        let refused = Err(ReadRefused);
        assert_eq!(answers, [Ok(1), Ok(2), refused, refused, refused]);
        assert_eq!(memory.unseen, Some(12));
        memory.clear();
        assert_eq!(memory.unseen, None);
        assert_eq!((memory.read_word(8), memory.asked.as_slice()), (refused, [8].as_slice()));
    }
}
