//! The tasks that wait for each task: chains in one list, because most tasks have one or two dependents, for which a list of its own
//! would take more memory than the dependents.

use super::kernel::{Dependency, On};

/// All chains. Whatever waits for a task is released together, so that the order in a chain does not matter.
#[derive(Clone, Debug, Default)]
pub(super) struct Dependents {
    links: Vec<Link>,
}

/// The dependents of one task: the place of the last one.
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
struct Link {
    dependent: Dependent,
    next: Chain,
}

impl Chain {
    pub(super) const EMPTY: Self = Self(u32::MAX);

    pub(super) fn is_empty(self) -> bool {
        self == Self::EMPTY
    }
}

impl Dependents {
    /// Returns the chain with one more dependent.
    pub(super) fn extended(&mut self, chain: Chain, dependent: Dependent) -> Chain {
        // Fewer than bytes of memory that their kernels take.
        let place = self.links.len() as u32;
        self.links.push(Link { dependent, next: chain });
        Chain(place)
    }

    /// Returns the first dependent of a chain, and the rest of it.
    pub(super) fn first(&self, chain: Chain) -> Option<(Dependent, Chain)> {
        self.links.get(chain.0 as usize).map(|link| (link.dependent, link.next))
    }
}

impl Dependent {
    pub(super) fn new(task: usize, Dependency { on, delay, .. }: Dependency) -> Self {
        Self { task: task as u32, on, delay }
    }
}
