//! The ids of outstanding pushes: hdr_id and hdr_entry_id as one number that counts round.

use hws_regs::RsIds;

/// The ids that the HDR port transports (interfaces.md §2).
const HDR_IDS: usize = 1 << RsIds::HDR_ID.width;
const ENTRY_IDS: usize = 1 << RsIds::HDR_ENTRY_ID.width;

/// hdr_id and hdr_entry_id.
pub(super) type Ids = (u8, u8);

/// One push: a kernel, or a part of one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    pub(super) task: usize,
    pub(super) index: u32,
    pub(super) live_blocks: u32,
    pub(super) has_departed: bool,
}

/// Allocates ids; a released one is allocated again only after all the others.
#[derive(Clone, Debug, Default)]
pub(super) struct IdPool {
    /// The push that holds each id that was ever allocated, or held it last.
    slots: Vec<Slot>,
    next: usize,
}

#[derive(Clone, Copy, Debug)]
struct Slot {
    part: Part,
    is_outstanding: bool,
}

impl IdPool {
    /// Ids for a part of a task. None while all are outstanding.
    pub(super) fn take(&mut self, task: usize, index: impl FnOnce() -> u32) -> Option<Ids> {
        let id = self.free()?;
        let part = Part { task, index: index(), live_blocks: 0, has_departed: false };
        let slot = Slot { part, is_outstanding: true };
        // Ids are allocated in order, so that there is a slot for each that was.
        match self.slots.get_mut(id) {
            Some(old) => *old = slot,
            None => self.slots.push(slot),
        }
        self.next = (id + 1) % (HDR_IDS * ENTRY_IDS);
        Some(((id / ENTRY_IDS) as u8, (id % ENTRY_IDS) as u8))
    }

    fn free(&self) -> Option<usize> {
        let is_free = |&id: &usize| self.slots.get(id).is_none_or(|slot| !slot.is_outstanding);
        (self.next..HDR_IDS * ENTRY_IDS).chain(0..self.next).find(is_free)
    }

    /// The push is no longer outstanding; returns it if it was.
    pub(super) fn release(&mut self, ids: Ids) -> Option<Part> {
        let slot = self.slots.get_mut(index(ids)).filter(|slot| slot.is_outstanding)?;
        slot.is_outstanding = false;
        Some(slot.part)
    }

    /// No push is outstanding any more.
    pub(super) fn release_all(&mut self) {
        self.slots.iter_mut().for_each(|slot| slot.is_outstanding = false);
    }

    /// The outstanding push with these ids.
    pub(super) fn part(&self, ids: Ids) -> Option<&Part> {
        self.slots.get(index(ids)).filter(|slot| slot.is_outstanding).map(|slot| &slot.part)
    }

    /// The outstanding push with these ids, to be changed.
    pub(super) fn part_mut(&mut self, ids: Ids) -> Option<&mut Part> {
        self.slots.get_mut(index(ids)).filter(|slot| slot.is_outstanding).map(|slot| &mut slot.part)
    }

    /// The task that holds the ids, or held them last.
    pub(super) fn holder(&self, ids: Ids) -> Option<usize> {
        self.slots.get(index(ids)).map(|slot| slot.part.task)
    }
}

fn index((hdr_id, hdr_entry_id): Ids) -> usize {
    usize::from(hdr_id) * ENTRY_IDS + usize::from(hdr_entry_id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_unique_and_reused_late() {
        let mut pool = IdPool::default();
        let first = pool.take(0, || 0).unwrap();
        assert!(pool.release(first).is_some() && pool.release(first).is_none(), "once");
        for task in 1..HDR_IDS * ENTRY_IDS {
            assert_ne!(pool.take(task, || 0), Some(first));
        }
        assert_eq!(pool.holder(first), Some(0));
        assert_eq!(pool.take(5000, || 0), Some(first));
        assert_eq!(pool.holder(first), Some(5000));
        assert_eq!(pool.take(5001, || unreachable!()), None);
        pool.release((15, 255));
        assert_eq!(pool.take(5001, || 7), Some((15, 255)));
        assert_eq!(pool.part((15, 255)).map(|part| (part.task, part.index)), Some((5001, 7)));
    }

    #[test]
    fn ids_beyond_the_port_have_no_holder() {
        let mut pool = IdPool::default();
        assert!(pool.release((16, 0)).is_none());
        assert_eq!(pool.holder((255, 255)), None);
    }
}
