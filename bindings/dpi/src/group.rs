//! Groups: signals that the simulator passes together, as the words of one packed vector.

use hws_dv::live::LiveCheck;
use hws_dv::wave::Bits;

/// A signal of a group: its first word, and the slots that read it.
#[derive(Clone, Debug)]
struct Member {
    word: usize,
    width: u32,
    slots: Vec<usize>,
}

/// The signals of a group, each from a new word on, the lowest word first.
#[derive(Clone, Debug, Default)]
pub(crate) struct Group {
    members: Vec<Member>,
    /// The member that each word belongs to.
    owners: Vec<u32>,
    /// The values and the unknown bits that were passed last; empty before the first time.
    values: Vec<u32>,
    unknown: Vec<u32>,
}

/// As many words are compared at once.
const BLOCK: usize = 16;

impl Group {
    /// Adds a signal; returns its place.
    pub(crate) fn add(&mut self, width: u32) -> usize {
        let place = self.members.len();
        self.members.push(Member { word: self.owners.len(), width, slots: Vec::new() });
        self.owners.extend(std::iter::repeat_n(place as u32, width.div_ceil(u32::BITS) as usize));
        place
    }

    /// A slot of the live check reads the signal.
    pub(crate) fn read_by(&mut self, place: usize, slot: usize) {
        if let Some(member) = self.members.get_mut(place) {
            member.slots.push(slot);
        }
    }

    /// The number of words.
    pub(crate) fn words(&self) -> usize {
        self.owners.len()
    }

    /// The words have these values, and all their bits are known.
    pub(crate) fn set(&mut self, now: &[u32], live: &mut LiveCheck) {
        if self.values.is_empty() || self.unknown.iter().any(|word| *word != 0) {
            return self.set_all(now.iter().map(|value| [*value, 0]), live);
        }
        let mut start = 0;
        while start < now.len() {
            let end = (start + BLOCK).min(now.len());
            if now[start..end] != self.values[start..end] {
                self.set_block(start, &now[start..end], live);
            }
            start = end;
        }
    }

    fn set_block(&mut self, start: usize, now: &[u32], live: &mut LiveCheck) {
        let before = &mut self.values[start..start + now.len()];
        let mut changed = [false; BLOCK];
        for ((before, now), changed) in before.iter_mut().zip(now).zip(&mut changed) {
            *changed = *before != *now;
            *before = *now;
        }
        for (at, _) in changed.into_iter().enumerate().filter(|(_, changed)| *changed) {
            self.tell(self.owners[start + at] as usize, live);
        }
    }

    /// The words have these values and unknown bits, word by word.
    pub(crate) fn set_pairs(&mut self, now: &[[u32; 2]], live: &mut LiveCheck) {
        let last = self.values.iter().zip(&self.unknown);
        let is_same = self.values.len() == now.len() && last.zip(now).all(|((a, b), pair)| [*a, *b] == *pair);
        if !is_same {
            self.set_all(now.iter().copied(), live);
        }
    }

    fn set_all(&mut self, now: impl Iterator<Item = [u32; 2]>, live: &mut LiveCheck) {
        self.values.clear();
        self.unknown.clear();
        for [value, unknown] in now {
            self.values.push(value);
            self.unknown.push(unknown);
        }
        (0..self.members.len()).for_each(|place| self.tell(place, live));
    }

    fn tell(&self, place: usize, live: &mut LiveCheck) {
        let Member { word, width, slots } = &self.members[place];
        let of = |words: &[u32]| {
            let part = |at: usize| u64::from(words.get(at).copied().unwrap_or(0));
            let high = if *width > u32::BITS { part(word + 1) << u32::BITS } else { 0 };
            part(*word) | high
        };
        let unknown = of(&self.unknown);
        let value = Bits { value: of(&self.values) & !unknown, unknown };
        slots.iter().for_each(|slot| live.set(*slot, value));
    }
}
