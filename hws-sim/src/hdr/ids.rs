//! The ids of outstanding kernels: hdr_id and hdr_entry_id as one number that counts round.

use hws_regs::RsIds;

/// The ids that the HDR port transports (interfaces.md §2).
const HDR_IDS: usize = 1 << RsIds::HDR_ID.width;
const ENTRY_IDS: usize = 1 << RsIds::HDR_ENTRY_ID.width;

/// Allocates ids; a released one is allocated again only after all the others.
#[derive(Clone, Debug)]
pub(super) struct IdPool {
    /// The holder of each id, or its last one.
    slots: Vec<Option<Holder>>,
    next: usize,
}

#[derive(Clone, Copy, Debug)]
struct Holder {
    task: usize,
    is_outstanding: bool,
}

impl Default for IdPool {
    fn default() -> Self {
        Self { slots: vec![None; HDR_IDS * ENTRY_IDS], next: 0 }
    }
}

impl IdPool {
    /// An id for a kernel: (hdr_id, hdr_entry_id). None while all are outstanding.
    pub(super) fn take(&mut self, task: usize) -> Option<(u8, u8)> {
        let count = self.slots.len();
        let is_free = |&id: &usize| !self.slots[id].is_some_and(|holder| holder.is_outstanding);
        let id = (self.next..count).chain(0..self.next).find(is_free)?;
        self.slots[id] = Some(Holder { task, is_outstanding: true });
        self.next = (id + 1) % count;
        Some(((id / ENTRY_IDS) as u8, (id % ENTRY_IDS) as u8))
    }

    /// The kernel is no longer outstanding.
    pub(super) fn release(&mut self, ids: (u8, u8)) {
        if let Some(Some(holder)) = self.slots.get_mut(index(ids)) {
            holder.is_outstanding = false;
        }
    }

    /// The kernel that holds the ids, or held them last.
    pub(super) fn holder(&self, ids: (u8, u8)) -> Option<usize> {
        self.slots.get(index(ids)).copied().flatten().map(|holder| holder.task)
    }
}

fn index((hdr_id, hdr_entry_id): (u8, u8)) -> usize {
    usize::from(hdr_id) * ENTRY_IDS + usize::from(hdr_entry_id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_unique_and_reused_late() {
        let mut pool = IdPool::default();
        let first = pool.take(0).unwrap();
        pool.release(first);
        for task in 1..HDR_IDS * ENTRY_IDS {
            assert_ne!(pool.take(task), Some(first));
        }
        assert_eq!(pool.holder(first), Some(0));
        assert_eq!(pool.take(5000), Some(first));
        assert_eq!(pool.holder(first), Some(5000));
        assert_eq!(pool.take(5001), None);
        pool.release((15, 255));
        assert_eq!(pool.take(5001), Some((15, 255)));
    }

    #[test]
    fn ids_beyond_the_port_have_no_holder() {
        let mut pool = IdPool::default();
        pool.release((16, 0));
        assert_eq!(pool.holder((255, 255)), None);
    }
}
