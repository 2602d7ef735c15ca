//! A task graph of a workload.

use hws_types::Cycle;

use super::{Kernel, Scheduler};

/// Whether the whole graph is known before it starts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GraphKind {
    /// Known: its online priorities scale with its progress.
    Static,
    /// Not known: its online priorities are its offline priorities.
    Dynamic,
}

/// One task graph.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dag {
    /// Its name, unique in the workload.
    pub name: String,
    /// The cycle in which firmware receives it.
    pub arrival: Cycle,
    /// Static or dynamic.
    pub kind: GraphKind,
    /// The scheduler of its kernels.
    pub scheduler: Scheduler,
    /// Its kernels; at least one.
    pub kernels: Vec<Kernel>,
}

impl Dag {
    /// Creates a static graph that arrives at 0 and is scheduled by the HWS.
    #[must_use]
    pub fn new(name: impl Into<String>, kernels: Vec<Kernel>) -> Self {
        Self {
            name: name.into(),
            arrival: Cycle(0),
            kind: GraphKind::Static,
            scheduler: Scheduler::Hws,
            kernels,
        }
    }
}
