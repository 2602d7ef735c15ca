//! The launch table: an entry for each block that runs or waits on its SIPs (scheduler.md §6.2, §7.3).
//!
//! Invariants: a live entry has at least one SIP that is not done; `done` lies inside `mask`.

use hws_types::{BlockHeader, LaunchId, SipMask, TaskIds};

use crate::paths::Paths;

#[cfg(feature = "serde")]
mod stored;

/// A run of VCs that the HWS has allocated from the pool of a die.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub(crate) struct VcRun {
    pub(crate) base: u8,
    pub(crate) num: u8,
}

impl VcRun {
    /// The VCs of the run, a bit each; none for a run that begins past the last VC of a pool.
    pub(crate) const fn bits(self) -> u64 {
        let ones = match 1_u64.checked_shl(self.num as u32) {
            Some(end) => end - 1,
            None => u64::MAX,
        };
        match ones.checked_shl(self.base as u32) {
            Some(bits) => bits,
            None => 0,
        }
    }
}

/// One launched block.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(into = "stored::Launch", from = "stored::Launch")
)]
pub(crate) struct Launch {
    pub(crate) kernel_seq: u32,
    pub(crate) mask: SipMask,
    pub(crate) done: SipMask,
    // The two are not a `BlockHeader`, which would be one byte longer, and the launch four.
    pub(crate) ids: TaskIds,
    pub(crate) block_id: u16,
    /// The paths that were on at the launch.
    pub(crate) paths: Paths,
    /// The VCs that are freed with the block.
    pub(crate) vc_run: VcRun,
}

impl Launch {
    /// The block, for messages.
    pub(crate) const fn of(&self) -> BlockHeader {
        BlockHeader { ids: self.ids, block_id: self.block_id }
    }
}

/// The entries, one bit for each that is live, and the pointer of the round-robin allocation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct LaunchTable {
    live: u64,
    entries: [Launch; LaunchId::COUNT],
    /// The id at which the search for a free one starts: the one after the last one used.
    next: LaunchId,
}

impl LaunchTable {
    pub(crate) fn new() -> Self {
        Self { live: 0, entries: [Launch::default(); LaunchId::COUNT], next: LaunchId::default() }
    }

    /// The reset state with the pointer kept, so that a late report matches another launch as late as possible
    /// (§8).
    pub(crate) fn after_soft_reset(&self) -> Self {
        Self { next: self.next, ..Self::new() }
    }

    /// A table with these entries, ids ascending, and this pointer.
    #[cfg(feature = "serde")]
    pub(crate) fn restored(entries: impl Iterator<Item = Option<Launch>>, next: LaunchId) -> Self {
        let mut table = Self { next, ..Self::new() };
        for (id, launch) in LaunchId::all().zip(entries) {
            table.live |= u64::from(launch.is_some()) << id.get();
            table.entries[id.index()] = launch.unwrap_or_default();
        }
        table
    }

    /// The id at which the search for a free one starts.
    pub(crate) const fn next(&self) -> LaunchId {
        self.next
    }

    pub(crate) fn get(&self, id: LaunchId) -> Option<&Launch> {
        if self.live >> id.get() & 1 == 1 { Some(&self.entries[id.index()]) } else { None }
    }

    /// The block id of a live launch.
    pub(crate) fn block_id(&self, id: LaunchId) -> u16 {
        self.entries[id.index()].block_id
    }

    /// The live launches, ids ascending.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (LaunchId, &Launch)> {
        let mut left = self.live;
        core::iter::from_fn(move || {
            let id = LaunchId::new(left.trailing_zeros())?;
            left &= left.wrapping_sub(1);
            Some((id, &self.entries[id.index()]))
        })
    }

    /// Takes the first free id after the last one used, cyclically. There always is one, because every live
    /// launch occupies a place on some SIP, and the 32 SIPs have two places each: `None` is never returned.
    pub(crate) fn allocate(&mut self, launch: Launch) -> Option<LaunchId> {
        let from_next = self.live.rotate_right(self.next.get());
        if from_next == u64::MAX {
            return None;
        }
        let id = LaunchId::wrapping(self.next.get() + from_next.trailing_ones());
        self.live |= 1 << id.get();
        self.entries[id.index()] = launch;
        self.next = id.next();
        Some(id)
    }

    /// Marks SIPs as done; returns whether no other is left, after which the entry has to be freed.
    pub(crate) fn complete(&mut self, id: LaunchId, sips: SipMask) -> bool {
        let launch = &mut self.entries[id.index()];
        launch.done |= sips;
        launch.done == launch.mask
    }

    /// Frees the entry and returns its launch.
    pub(crate) fn free(&mut self, id: LaunchId) -> Launch {
        self.live &= !(1 << id.get());
        core::mem::take(&mut self.entries[id.index()])
    }

    /// Whether some block of the kernel is live.
    pub(crate) fn has_kernel(&self, kernel_seq: u32) -> bool {
        self.iter().any(|(_, launch)| launch.kernel_seq == kernel_seq)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one_sip() -> Launch {
        Launch { mask: SipMask(1), ..Launch::default() }
    }

    #[test]
    fn ids_wrap_around_and_skip_live_ones() {
        let mut table = LaunchTable::new();
        let ids: [u32; 3] = [0; 3].map(|_: u32| table.allocate(one_sip()).unwrap().get());
        assert_eq!(ids, [0, 1, 2]);
        assert!(table.complete(LaunchId::wrapping(1), SipMask(1)));
        assert_eq!(table.free(LaunchId::wrapping(1)), Launch { done: SipMask(1), ..one_sip() });
        for expected in 3..64 {
            assert_eq!(table.allocate(one_sip()).unwrap().get(), expected);
        }
        assert_eq!(table.allocate(one_sip()).unwrap().get(), 1, "0 is live, 1 is free");
        let full = table;
        assert_eq!(table.allocate(one_sip()), None);
        assert_eq!(table, full);
    }

    #[test]
    fn the_pointer_outlives_a_soft_reset() {
        let mut table = LaunchTable::new();
        table.allocate(one_sip());
        table = table.after_soft_reset();
        assert!(table.get(LaunchId::default()).is_none());
        assert_eq!(table.allocate(one_sip()).unwrap().get(), 1);
    }

    #[test]
    fn runs_as_bits() {
        assert_eq!(VcRun { base: 4, num: 3 }.bits(), 0x70);
        assert_eq!(VcRun { base: 0, num: 64 }.bits(), u64::MAX);
        assert_eq!(VcRun::default().bits(), 0);
    }
}
