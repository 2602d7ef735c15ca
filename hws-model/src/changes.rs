//! What has changed since the pools were sorted (scheduler.md §4): the state notes it, `pools` takes it.

use hws_types::EntryMask;

/// Entries that the cached pools may no longer place correctly.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Changes {
    /// Entries that may belong in another pool or place than before, freed ones included. An entry brings
    /// all entries of its DAG slot with it: they compete for the same K places of the P-pool (§4.2).
    pub(crate) moved: EntryMask,
    /// Entries whose online priority may have changed.
    pub(crate) reprioritised: EntryMask,
}

impl Changes {
    pub(crate) const NONE: Self = Self { moved: EntryMask::EMPTY, reprioritised: EntryMask::EMPTY };
    pub(crate) const ALL: Self = Self { moved: EntryMask::ALL, reprioritised: EntryMask::ALL };

    /// These changes, and `entries` changed in every way.
    pub(crate) fn with_all_of(self, entries: EntryMask) -> Self {
        Self { moved: self.moved | entries, reprioritised: self.reprioritised | entries }
    }
}
