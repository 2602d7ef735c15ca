//! What has changed since the pools were sorted (scheduler.md §4): recorded by the state, used by `pools`.

use hws_types::EntryMask;

/// Entries that the cached pools may no longer order correctly.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Changes {
    /// Entries that may belong in another pool or position than before, including freed ones. All entries of the same
    /// DAG slot are included, because they compete for the same K places of the P-pool (§4.2).
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
