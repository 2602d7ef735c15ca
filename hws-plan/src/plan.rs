//! The neutral plan: what every planner makes and what `hws run` executes.
//!
//! A [`Plan`] is a JSON document, version [`VERSION`]. It names graphs and kernels with all that a task
//! descriptor needs, dependencies, triggers, and, where a planner has decided it, the slots: which block runs
//! on which SIP when.
//!
//! [`Plan::read`] takes only what means something; [`Plan::check`] says of every breach, slots
//! included, by which [`Rule`] it is one; [`Plan::lint`] says what a machine would make of it.

mod check;
mod file;
mod finding;
mod lint;
mod of_graph;
mod prefetch;
mod read;
mod rule;
mod shape;

pub use check::Checked;
pub use file::{
    Buffer, Credit, Dag, DagKind, Dep, DepKind, Fifo, Kernel, Machine, On, Params, Plan, Provenance, Slot,
    Time, TimeUnit, Triggers, VERSION,
};
pub use finding::Finding;
pub use lint::{Linted, Target};
pub use of_graph::{ImportOptions, NoPlan};
pub use prefetch::PREFETCH_BLOCKS_MOST;
pub use rule::{Rule, Severity};
