//! Sets of entries with a property that an attempt looks for, and the order of their members.

use hws_types::{Entry, EntryMask, SipMask};

use super::ReadyStation;
use crate::kernel::Kernel;

impl ReadyStation {
    /// The P-tasks of some DAG slots, if these are the R-tasks: the first `most` eligible kernels of each in O-order (§4.2).
    pub(crate) fn p_tasks(&self, slots: EntryMask, r_tasks: EntryMask, most: u32) -> EntryMask {
        slots.iter().fold(EntryMask::EMPTY, |tasks, slot| {
            let rivals = (self.members.0[slot.index()] & self.eligible) - r_tasks;
            let first = self.order.0.of(rivals).take(most as usize);
            tasks | first.fold(EntryMask::EMPTY, EntryMask::with)
        })
    }

    /// The entries with blocks of a size that fits somewhere in `mask`.
    pub(crate) fn fitting(&self, mask: SipMask) -> EntryMask {
        self.sizes.0.fitting(mask)
    }

    /// Those of `entries` whose kernels may use no SIP.
    pub(crate) fn without_sips(&self, entries: EntryMask) -> EntryMask {
        let is_without = |entry: &Entry| self.kernels[entry.index()].allowed.is_empty();
        entries.iter().filter(is_without).fold(EntryMask::EMPTY, EntryMask::with)
    }

    /// The entries whose kernels are on the critical path of their DAG.
    pub(crate) const fn on_cp(&self) -> EntryMask {
        self.on_cp.0
    }

    /// The entries whose fail_times is at least `threshold`.
    pub(crate) fn failed(&self, threshold: u32) -> EntryMask {
        let counted = if threshold == 0 { self.valid } else { self.overtaken.0 };
        let has_failed = |entry: &Entry| u32::from(self.kernels[entry.index()].fail_times) >= threshold;
        counted.iter().filter(has_failed).fold(EntryMask::EMPTY, EntryMask::with)
    }

    /// Some valid entries, in O-order (§4.4).
    pub(crate) fn in_o_order(&self, set: EntryMask) -> impl Iterator<Item = (Entry, &Kernel)> {
        self.pairs(self.order.0.of(set))
    }

    /// Some valid entries, the oldest first (§4.4). There are few R-tasks, for which this is.
    pub(crate) fn by_age(&self, mut set: EntryMask) -> impl Iterator<Item = (Entry, &Kernel)> {
        self.pairs(core::iter::from_fn(move || {
            let oldest = set.iter().reduce(|a, b| if self.is_older(b, a) { b } else { a })?;
            set = set.without(oldest);
            Some(oldest)
        }))
    }
}
