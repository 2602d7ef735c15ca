//! Adding kernels: all of a batch or, if it cannot be resolved, none.

use std::ops::Range;

use super::error::HdrError;
use super::kernel::HdrKernel;
use super::task::Task;
use super::{Hdr, graph};

impl Hdr {
    /// Adds kernels, which may depend on each other, on earlier ones in any state, and on those
    /// [announced](Self::announce).
    ///
    /// # Errors
    /// [`HdrError`] when the dependencies cannot be resolved; nothing is added then.
    pub fn add(&mut self, kernels: impl IntoIterator<Item = HdrKernel>) -> Result<(), HdrError> {
        let (first, edges) = (self.tasks.len(), self.edges.count());
        let added = kernels.into_iter().try_for_each(|kernel| self.add_task(&kernel));
        if let Err(error) = added.and_then(|()| graph::check(&Added { hdr: self, first })) {
            self.tasks.truncate(first);
            self.edges.truncate(edges);
            self.by_id.truncate(first as u32);
            self.arrivals.retain(|arrival| arrival.0 < first);
            return Err(error);
        }
        for task in first..self.tasks.len() {
            if !self.awaited.is_empty() {
                let task = &mut self.tasks[task];
                for dependency in self.awaited.remove(&task.kernel_id).unwrap_or_default() {
                    task.dependents = self.edges.extended(task.dependents, dependency);
                }
            }
        }
        (first..self.tasks.len()).for_each(|task| self.connect(task));
        Ok(())
    }

    fn add_task(&mut self, kernel: &HdrKernel) -> Result<(), HdrError> {
        if self.by_id.get(kernel.kernel_id).is_some() {
            return Err(HdrError::Duplicate { kernel: kernel.kernel_id });
        }
        // Fewer than kernel_ids.
        let place = self.tasks.len() as u32;
        self.by_id.insert(kernel.kernel_id, place);
        if self.arrivals.last().is_none_or(|last| last.1 != kernel.arrival) {
            self.arrivals.push((self.tasks.len(), kernel.arrival));
        }
        let after = self.edges.add(place, &kernel.after);
        self.tasks.push(Task::new(kernel, after));
        Ok(())
    }

    /// Connects a new kernel to the predecessors that it has to wait for.
    fn connect(&mut self, task: usize) {
        for place in self.edges_of(task) {
            let dependency = self.edges.get(place);
            match self.met_at(dependency).zip(self.place(dependency.kernel)) {
                Some((at, before)) => {
                    let allowed = self.tasks[before].allows(dependency.delay, at);
                    self.tasks[task].delay(allowed);
                }
                None => self.wait(task, place),
            }
        }
        if let Some(made) = self.make_ready_if_free(task) {
            made.into_iter().for_each(|made| self.release_dependents(made));
        }
    }

    fn wait(&mut self, task: usize, place: u32) {
        self.tasks[task].missing += 1;
        let kernel = self.edges.get(place).kernel;
        match self.place(kernel) {
            Some(predecessor) => {
                let predecessor = &mut self.tasks[predecessor];
                if !predecessor.is_awaited() {
                    self.awaited_pushes += predecessor.undeparted as usize;
                }
                predecessor.dependents = self.edges.extended(predecessor.dependents, place);
            }
            // The graph was checked: the predecessor was announced.
            None => self.awaited.entry(kernel).or_default().push(place),
        }
    }
}

/// The tasks that have been added last.
struct Added<'h> {
    hdr: &'h Hdr,
    first: usize,
}

impl graph::Batch for Added<'_> {
    fn tasks(&self) -> Range<usize> {
        self.first..self.hdr.tasks.len()
    }

    fn id(&self, task: usize) -> u32 {
        self.hdr.tasks[task].kernel_id
    }

    fn predecessors(&self, task: usize) -> impl Iterator<Item = u32> {
        self.hdr.edges.range(self.hdr.edges_of(task)).map(|dependency| dependency.kernel)
    }

    fn place(&self, kernel_id: u32) -> Option<usize> {
        self.hdr.place(kernel_id)
    }

    fn is_announced(&self, kernel_id: u32) -> bool {
        self.hdr.announced.contains(&kernel_id)
    }
}
