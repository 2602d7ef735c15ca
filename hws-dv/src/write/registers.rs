//! The registers as last written, and those that have changed since.

use hws_model::Hws;
use hws_regs::{HwsStatus, RegId, RegIndex, RsFlags};
use hws_types::{Entry, EntryMask, SipMask, ones};

use super::groups::{Groups, LargerOf, Marks};
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
            return sampler.compare(&groups.all);
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
            sampler.compare(&groups.at_commit);
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
        Sampler { hws, ids, words, changed }.compare(&groups.free_running);
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
            let index = usize::from(at);
            let word = self.hws.peek(self.ids[index]);
            if word != self.words[index] {
                self.words[index] = word;
                self.changed.push(change(at, word));
            }
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
