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
        self.tasks.get(..self.len()).unwrap_or_default()
    }

    /// Inserts a task of an entry that is not in the pool, before the first one that it precedes; the others are sorted. There is
    /// a place for each entry.
    pub(crate) fn insert(&mut self, task: PTask, precedes: impl Fn(&PTask, &PTask) -> bool) {
        let mut at = self.len();
        while at > 0 && precedes(&task, self.task(at - 1)) {
            *self.task_mut(at) = *self.task(at - 1);
            at -= 1;
        }
        *self.task_mut(at) = task;
        self.len += 1;
    }

    /// Removes the tasks of some entries.
    pub(crate) fn remove(&mut self, leaving: EntryMask) {
        // Those before the first one that leaves stay where they are.
        let Some(first) = self.as_slice().iter().position(|task| leaving.has(task.entry)) else { return };
        let mut kept = first;
        for at in first + 1..self.len() {
            let task = *self.task(at);
            *self.task_mut(kept) = task;
            kept += usize::from(!leaving.has(task.entry));
        }
        self.len = kept as u8;
    }

    const fn len(&self) -> usize {
        self.len as usize
    }

    // The remainders show the compiler that places are in the table.
    const fn task(&self, place: usize) -> &PTask {
        &self.tasks[place % Entry::COUNT]
    }

    const fn task_mut(&mut self, place: usize) -> &mut PTask {
        &mut self.tasks[place % Entry::COUNT]
    }
}
