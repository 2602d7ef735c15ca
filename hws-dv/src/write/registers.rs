//! The registers as last written, and those that have changed since.

use hws_model::Hws;
use hws_regs::{HwsStatus, RegId, RegIndex, RsFlags};
use hws_types::{Entry, EntryMask, SipMask, ones};

use super::groups::{Groups, LargerOf, Marks, Run};
use super::ports::FIRST_REGISTER;
use super::signals::registers;
use super::stream::{Change, Stream};

/// Compares the registers of the model with the words that the waveform has.
#[derive(Debug)]
pub(crate) struct Registers {
    ids: Vec<RegId>,
    groups: Groups,
    words: Vec<u32>,
    /// Changes that the waveform does not have yet.
    changed: Vec<Change>,
}

impl Registers {
    /// Takes the words of `hws` as those that the waveform has.
    pub(crate) fn new(hws: &Hws) -> Self {
        let ids: Vec<_> = registers().collect();
        let words = ids.iter().map(|&id| hws.peek(id)).collect();
        Self { groups: Groups::new(&ids), words, changed: Vec::new(), ids }
    }

    /// The words, in the order of the signals.
    pub(crate) fn words(&self) -> &[u32] {
        &self.words
    }

    /// Whether the loader reads a descriptor, as last compared.
    pub(crate) fn is_loading(&self) -> bool {
        HwsStatus::from_bits(self.words[usize::from(self.groups.status)]).loader_busy()
    }

    /// Whether a compared word differs from that in the waveform.
    pub(crate) fn has_changed(&self) -> bool {
        !self.changed.is_empty()
    }

    /// Compares the marked registers and those that any tick may change.
    pub(crate) fn compare(&mut self, hws: &Hws, marks: Marks) {
        let Self { ids, groups, words, changed } = self;
        let mut sampler = Sampler { hws, ids, words, changed };
        if marks.all {
            return sampler.compare_all(&groups.all);
        }
        sampler.compare(match (marks.live, marks.tick) {
            (true, _) => &groups.live,
            (false, true) => &groups.by_tick,
            (false, false) => &groups.by_report,
        });
        if marks.messages && !marks.live {
            sampler.compare(&groups.by_message);
        }
        if marks.counters {
            sampler.compare(&groups.counters);
        }
        if marks.commit {
            sampler.compare_array(&groups.at_commit, |hws, at| hws.peek(RegId::RsOnlinePriority(at)));
        }
        if sampler.has_second_resources(groups) {
            sampler.compare(&groups.second_resources);
        }
        let reserved = sampler.reserved(groups, marks.entries);
        marks.entries.iter().for_each(|entry| sampler.compare_kernel(groups, entry));
        ones(marks.launches).for_each(|launch| sampler.compare(groups.launch(launch as usize)));
        (marks.sips | reserved).iter().for_each(|sip| sampler.compare(groups.sip(sip)));
    }

    /// Compares the registers that change while nothing happens.
    pub(crate) fn compare_free_running(&mut self, hws: &Hws) {
        let Self { ids, groups, words, changed } = self;
        let mut sampler = Sampler { hws, ids, words, changed };
        sampler.compare_array(&groups.remain, |hws, at| hws.peek(RegId::SipRemainExecTime(at)));
        sampler.compare(&groups.free_running);
        for &LargerOf { position, operands: [a, b] } in &groups.larger_of {
            let word = words[usize::from(a)].max(words[usize::from(b)]);
            if std::mem::replace(&mut words[usize::from(position)], word) != word {
                changed.push(change(position, word));
            }
        }
    }

    /// Writes the changed words at the present time stamp.
    pub(crate) fn write(&mut self, stream: &mut Stream) {
        stream.extend(&self.changed);
        self.changed.clear();
    }
}

/// The change of the register at a position.
fn change(position: u16, word: u32) -> Change {
    Change { signal: FIRST_REGISTER as u32 + u32::from(position), value: word.into() }
}

struct Sampler<'a> {
    hws: &'a Hws,
    ids: &'a [RegId],
    words: &'a mut [u32],
    changed: &'a mut Vec<Change>,
}

impl Sampler<'_> {
    fn compare(&mut self, positions: &[u16]) {
        for &at in positions {
            self.take(at, self.hws.peek(self.ids[usize::from(at)]));
        }
    }

    /// Compares all runs but those of table entries that are free and were: in a free entry every word is 0.
    fn compare_all(&mut self, runs: &[Run]) {
        for Run { positions, validity } in runs {
            if validity.is_none_or(|at| self.words[usize::from(at)] != 0 || self.peek(at) != 0) {
                self.compare(positions);
            }
        }
    }

    fn peek(&self, at: u16) -> u32 {
        self.hws.peek(self.ids[usize::from(at)])
    }

    /// Compares the elements of an array. `read` names the register, so that its address is not decoded for each of them.
    fn compare_array<const N: usize>(&mut self, positions: &[u16], read: impl Fn(&Hws, RegIndex<N>) -> u32) {
        for (index, &at) in (0..).zip(positions) {
            self.take(at, read(self.hws, RegIndex::wrapping(index)));
        }
    }

    /// Takes the present word of the register at a position.
    #[inline]
    fn take(&mut self, at: u16, word: u32) {
        let last = &mut self.words[usize::from(at)];
        if *last != word {
            *last = word;
            self.changed.push(change(at, word));
        }
    }

    /// Whether second resources are in use: enabled, or taken while they were.
    fn has_second_resources(&self, groups: &Groups) -> bool {
        groups.shows_resources.iter().any(|&(at, unused)| self.words[usize::from(at)] != unused)
    }

    /// The SIPs that the waveform has as reserved for these entries: they may give their reservation up.
    fn reserved(&self, groups: &Groups, entries: EntryMask) -> SipMask {
        let of_entry = |entry| SipMask(self.words[usize::from(groups.reserved(entry))]);
        entries.iter().fold(SipMask::EMPTY, |all, entry| all | of_entry(entry))
    }

    /// Its DAG slot shows the highest priority of the kernels that are not R-tasks.
    fn compare_kernel(&mut self, groups: &Groups, entry: Entry) {
        self.compare(groups.entry(entry));
        let flags = RsFlags::from_bits(self.hws.peek(RegId::RsFlags(RegIndex::wrapping(entry.get()))));
        if flags.dag_slot_valid() {
            self.compare(groups.slot(flags.dag_slot() as usize));
        }
    }
}
