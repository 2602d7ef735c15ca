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
    /// The DAG slots with an entry that has moved.
    pub(crate) slots: EntryMask,
}

impl Changes {
    pub(crate) const NONE: Self = Self::of(EntryMask::EMPTY);
    pub(crate) const ALL: Self = Self::of(EntryMask::ALL);

    const fn of(set: EntryMask) -> Self {
        Self { moved: set, reprioritised: set, slots: set }
    }

    pub(crate) const fn is_empty(&self) -> bool {
        self.moved.is_empty()
    }

    /// These changes, and the `members` of the slots changed in every way.
    pub(crate) fn with_all_of(self, slots: EntryMask, members: EntryMask) -> Self {
        Self {
            moved: self.moved | members,
            reprioritised: self.reprioritised | members,
            slots: self.slots | slots,
        }
    }
}
