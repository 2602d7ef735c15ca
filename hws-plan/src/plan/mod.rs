//! The neutral plan: what every planner makes and what `hws run` executes.
//!
//! A [`Plan`] is a JSON document, version [`VERSION`]. It names graphs and kernels with all that a task
//! descriptor needs, dependencies, triggers, and, where a planner has decided it, the slots: which block runs
//! on which SIP when.

mod file;

pub use file::{
    Buffer, Credit, Dag, DagKind, Dep, DepKind, Fifo, Kernel, Machine, On, Params, Plan, Provenance, Slot,
    Time, TimeUnit, Triggers, VERSION,
};
