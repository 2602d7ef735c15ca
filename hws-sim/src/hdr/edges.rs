//! The dependencies of all tasks in one list: those of a task follow one another, those on a task are a chain. Most tasks have one or
//! two of both, for which lists of their own would take more memory than the dependencies.

use std::ops::Range;

use super::kernel::{Dependency, On};

/// All dependencies.
#[derive(Clone, Debug, Default)]
pub(super) struct Edges {
    all: Vec<Edge>,
    /// [`Dependency::delay`] of each, as far as one of them is not 0.
    delays: Vec<u64>,
}

/// The tasks that wait for one task. Whatever waits for a task is released together, so that the order in a chain does not matter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Chain(u32);

/// A task that waits for another one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Dependent {
    pub(super) task: u32,
    pub(super) on: On,
    /// [`Dependency::delay`].
    pub(super) delay: u64,
}

#[derive(Clone, Copy, Debug)]
struct Edge {
    /// kernel_id of the predecessor.
    kernel: u32,
    task: u32,
    /// The next one on the same predecessor.
    next: Chain,
    on: On,
}

impl Chain {
    pub(super) const EMPTY: Self = Self(u32::MAX);

    pub(super) fn is_empty(self) -> bool {
        self == Self::EMPTY
    }
}

impl Edges {
    /// Adds the dependencies of the next task; returns the place of the first one.
    pub(super) fn add(&mut self, task: u32, after: &[Dependency]) -> u32 {
        let first = self.count();
        for &Dependency { kernel, on, delay } in after {
            if delay > 0 {
                self.delays.resize(self.all.len(), 0);
                self.delays.push(delay);
            }
            self.all.push(Edge { kernel, task, next: Chain::EMPTY, on });
        }
        first
    }

    /// Makes room for so many more dependencies.
    pub(super) fn reserve(&mut self, dependencies: usize) {
        self.all.reserve_exact(dependencies);
    }

    /// The number of dependencies: fewer than bytes of memory that they take.
    pub(super) fn count(&self) -> u32 {
        self.all.len() as u32
    }

    /// Forgets those from this place on, none of which is in a chain.
    pub(super) fn truncate(&mut self, count: u32) {
        self.all.truncate(count as usize);
        self.delays.truncate(count as usize);
    }

    /// Some dependencies that follow one another.
    pub(super) fn range(&self, places: Range<u32>) -> impl Iterator<Item = Dependency> {
        places.map(|place| self.get(place))
    }

    pub(super) fn get(&self, place: u32) -> Dependency {
        let Edge { kernel, on, .. } = self.all[place as usize];
        Dependency { kernel, on, delay: self.delay(place) }
    }

    fn delay(&self, place: u32) -> u64 {
        self.delays.get(place as usize).copied().unwrap_or(0)
    }

    /// Returns the chain with one more dependency, which is in none.
    pub(super) fn extended(&mut self, chain: Chain, place: u32) -> Chain {
        self.all[place as usize].next = chain;
        Chain(place)
    }

    /// The first dependent of a chain, and the others.
    pub(super) fn first(&self, chain: Chain) -> Option<(Dependent, Chain)> {
        let edge = self.all.get(chain.0 as usize)?;
        Some((Dependent { task: edge.task, on: edge.on, delay: self.delay(chain.0) }, edge.next))
    }
}
