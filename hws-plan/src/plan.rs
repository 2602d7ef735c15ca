//! The neutral plan: what every planner makes and what `hws run` executes.
//!
//! A [`Plan`] is a JSON document, version [`VERSION`]. It names graphs and kernels with all that a task
//! descriptor needs, dependencies, triggers, and, where a planner has decided it, the slots: which block runs
//! on which SIP when.
//!
//! [`Plan::read`] takes only what means something; [`Plan::check`] says of every breach, slots
//! included, by which [`PlanRule`] it is one; [`Plan::lint`] says what a machine would make of it.

mod check;
mod file;
mod finding;
mod from_graph;
mod lint;
mod prefetch;
mod read;
mod rule;
mod shape;

pub use check::PlanChecked;
pub use file::{
    DepKind, Plan, PlanBuffer, PlanCredit, PlanDag, PlanDagKind, PlanDep, PlanFifo, PlanKernel, PlanMachine,
    PlanOn, PlanParams, PlanSlot, PlanTriggers, Provenance, Time, TimeUnit, VERSION,
};
pub use finding::PlanFinding;
pub use from_graph::{GraphPlanOptions, NoPlan};
pub use lint::{LintTarget, Linted};
pub use prefetch::PREFETCH_BLOCKS_MOST;
pub use rule::{PlanRule, PlanSeverity};
