//! The DAG table: progress and critical path of up to 32 task graphs (scheduler.md §2.5, §8.1, §8.2).

use hws_types::EntryMask;

use crate::derived::Derived;

/// One slot.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub(crate) struct Dag {
    pub(crate) tag: u16,
    pub(crate) dynamic: bool,
    pub(crate) total: u32,
    pub(crate) finish: u32,
    pub(crate) cp_priority: u32,
}

/// The index of a slot. There are as many slots as Ready Station entries, so that one mask type serves both.
pub(crate) type DagSlot = hws_types::Entry;

/// The slots.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct DagTable {
    valid: EntryMask,
    slots: [Dag; DagSlot::COUNT],
    n_dag: u8,
    /// The slots that have changed since the pools were sorted.
    changed: Derived<EntryMask>,
}

impl DagTable {
    pub(crate) fn new(n_dag: u32) -> Self {
        Self {
            valid: EntryMask::EMPTY,
            slots: [Dag::default(); DagSlot::COUNT],
            n_dag: n_dag as u8,
            changed: Derived(EntryMask::ALL),
        }
    }

    /// Creates a table with these DAGs.
    #[cfg(feature = "serde")]
    pub(crate) fn restored(n_dag: u32, slots: &[Option<Dag>; DagSlot::COUNT]) -> Self {
        let mut table = Self::new(n_dag);
        for (slot, dag) in DagSlot::all().zip(slots) {
            table.valid = table.valid.with_if(slot, dag.is_some());
            table.slots[slot.index()] = dag.unwrap_or_default();
        }
        table
    }

    pub(crate) fn get(&self, slot: DagSlot) -> Option<&Dag> {
        self.valid.has(slot).then(|| &self.slots[slot.index()])
    }

    /// The slots that have changed since the last call.
    pub(crate) fn take_changed(&mut self) -> EntryMask {
        core::mem::take(&mut self.changed.0)
    }

    /// Whether a slot has changed since [`Self::take_changed`] was called.
    pub(crate) fn has_changes(&self) -> bool {
        !self.changed.0.is_empty()
    }

    pub(crate) fn get_mut(&mut self, slot: DagSlot) -> Option<&mut Dag> {
        self.changed.0 = self.changed.0.with(slot);
        self.valid.has(slot).then(|| &mut self.slots[slot.index()])
    }

    /// The slot of a tag.
    pub(crate) fn find(&self, tag: u16) -> Option<DagSlot> {
        self.valid.iter().find(|slot| self.slots[slot.index()].tag == tag)
    }

    /// The slot of a tag. A new tag gets the lowest free slot, with total 0, finish 0, static and cp 0.
    pub(crate) fn find_or_allocate(&mut self, tag: u16) -> Option<DagSlot> {
        self.find(tag).or_else(|| self.allocate(tag))
    }

    fn allocate(&mut self, tag: u16) -> Option<DagSlot> {
        let slot =
            DagSlot::new(self.valid.0.trailing_ones()).filter(|slot| slot.get() < u32::from(self.n_dag))?;
        self.valid = self.valid.with(slot);
        self.slots[slot.index()] = Dag { tag, ..Dag::default() };
        Some(slot)
    }

    pub(crate) fn free(&mut self, slot: DagSlot) {
        self.valid = self.valid.without(slot);
        self.slots[slot.index()] = Dag::default();
    }

    /// Counts one more finished kernel of the DAG (§6.4 b, §9.4).
    pub(crate) fn count_finished(&mut self, slot: Option<DagSlot>) {
        if let Some(dag) = slot.and_then(|slot| self.get_mut(slot)) {
            dag.finish = dag.finish.saturating_add(1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finish_saturates() {
        let mut table = DagTable::new(16);
        let slot = table.find_or_allocate(7);
        table.get_mut(slot.unwrap()).unwrap().finish = u32::MAX - 1;
        for _ in 0..2 {
            table.count_finished(slot);
            assert_eq!(table.get(slot.unwrap()).unwrap().finish, u32::MAX);
        }
    }

    #[test]
    fn tags_get_the_lowest_free_slot_until_there_is_none() {
        let mut table = DagTable::new(16);
        for tag in 0..16 {
            assert_eq!(table.find_or_allocate(tag).map(DagSlot::get), Some(u32::from(tag)));
        }
        let full = table;
        assert_eq!(table.find_or_allocate(99), None);
        assert_eq!(table, full);
        table.free(DagSlot::wrapping(5));
        assert_eq!(table.find_or_allocate(99).map(DagSlot::get), Some(5));
    }
}
