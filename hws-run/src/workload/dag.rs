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
    /// The cycles after its arrival in which it should finish, at least 1. Only reports know it.
    pub deadline: Option<u64>,
    /// Its [priority](super::GRAPH_PRIORITY_MOST) among the graphs; the kind and the priorities of the kernels of a workload
    /// that was read contain it already.
    pub priority: u8,
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
            deadline: None,
            priority: 0,
            kernels,
        }
    }

    /// Returns the cycle of a deadline of the graph or of one of its kernels, which count from its arrival.
    #[must_use]
    pub fn due(&self, deadline: Option<u64>) -> Option<Cycle> {
        deadline.map(|deadline| self.arrival.after(deadline))
    }
}
