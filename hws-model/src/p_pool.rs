//! The P-pool as a list that stays sorted (scheduler.md §4.4).

use hws_types::{Entry, EntryMask};

use crate::priority::PTask;

/// At most one task per entry.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PPool {
    /// The first `len` are the tasks; the others are anything.
    tasks: [PTask; Entry::COUNT],
    len: u8,
}

impl PPool {
    pub(crate) const fn empty() -> Self {
        let none = PTask { entry: Entry::wrapping(0), online_priority: 0 };
        Self { tasks: [none; Entry::COUNT], len: 0 }
    }

    /// The tasks in their order.
    pub(crate) fn as_slice(&self) -> &[PTask] {
        self.tasks.get(..usize::from(self.len)).unwrap_or_default()
    }

    /// Inserts a task of an entry that is not in the pool, before the first one that it precedes; the others are sorted.
    pub(crate) fn insert(&mut self, task: PTask, precedes: impl Fn(&PTask, &PTask) -> bool) {
        let mut at = usize::from(self.len);
        // There is a place for each entry.
        if at >= Entry::COUNT {
            return;
        }
        while at > 0 && precedes(&task, &self.tasks[at - 1]) {
            self.tasks[at] = self.tasks[at - 1];
            at -= 1;
        }
        self.tasks[at] = task;
        self.len += 1;
    }

    /// Removes the tasks of some entries.
    pub(crate) fn remove(&mut self, leaving: EntryMask) {
        // Those before the first one that leaves stay where they are.
        let Some(first) = self.as_slice().iter().position(|task| leaving.has(task.entry)) else { return };
        let mut kept = first;
        for at in first + 1..usize::from(self.len).min(Entry::COUNT) {
            let task = self.tasks[at];
            self.tasks[kept] = task;
            kept += usize::from(!leaving.has(task.entry));
        }
        self.len = kept as u8;
    }
}
