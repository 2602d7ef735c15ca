//! A topological order of the tasks, in which tasks can be marked.

use std::ops::Range;

/// The order. A frame has no position and cannot be marked.
pub(super) struct Order {
    tasks: Vec<usize>,
    /// Position and mark of each task; none is marked between two calls of [`super::sequences::Sequences`].
    entries: Vec<Entry>,
}

#[derive(Clone, Copy, Default)]
struct Entry {
    position: usize,
    is_marked: bool,
}

impl Order {
    pub(super) fn new(tasks: Vec<usize>) -> Self {
        let mut entries = vec![Entry::default(); tasks.len()];
        for (position, &task) in tasks.iter().enumerate() {
            entries[task].position = position;
        }
        Self { tasks, entries }
    }

    pub(super) fn len(&self) -> usize {
        self.tasks.len()
    }

    /// Returns the task at a position.
    pub(super) fn at(&self, position: usize) -> usize {
        self.tasks[position]
    }

    pub(super) fn position(&self, task: usize) -> usize {
        self.entries[task].position
    }

    /// Returns the position of a task, and `None` for a frame.
    pub(super) fn place(&self, slot: usize) -> Option<usize> {
        self.entries.get(slot).map(|entry| entry.position)
    }

    /// Marks a task; returns whether it was a task without a mark.
    pub(super) fn mark(&mut self, slot: usize) -> bool {
        self.entries.get_mut(slot).is_some_and(|entry| !std::mem::replace(&mut entry.is_marked, true))
    }

    pub(super) fn is_marked(&self, task: usize) -> bool {
        self.entries[task].is_marked
    }

    /// Removes the mark of a task; returns whether it had one.
    pub(super) fn unmark(&mut self, task: usize) -> bool {
        std::mem::take(&mut self.entries[task].is_marked)
    }

    /// Moves the marked tasks of a window before `task`, and all others of it behind, each in their order; removes the marks.
    pub(super) fn split(&mut self, window: Range<usize>, task: usize) {
        let mut front: Vec<usize> = Vec::with_capacity(window.len());
        let mut behind = vec![task];
        for position in window.clone() {
            let other = self.at(position);
            if self.unmark(other) {
                front.push(other);
            } else if other != task {
                behind.push(other);
            }
        }
        for (position, task) in window.zip(front.into_iter().chain(behind)) {
            self.tasks[position] = task;
            self.entries[task].position = position;
        }
    }
}
