//! The plan: the common output of the planners, which `hws run` executes.
//!
//! A [`Plan`] is a JSON document, version [`VERSION`]. It has graphs and kernels with all that a task descriptor
//! needs, dependencies, triggers and, if a planner has decided it, the slots: which block runs when and on which
//! SIP.
//!
//! [`Plan::read`] accepts only consistent plans; [`Plan::check`] reports every breach of a [`PlanRule`], those of
//! slots included; [`Plan::lint`] reports where a machine would not keep to the plan.

mod check;
mod expand;
mod file;
mod finding;
mod from_graph;
mod lines;
mod lint;
mod naming;
mod prefetch;
mod read;
mod rule;
mod shape;

pub use check::PlanChecked;
pub use expand::WrittenOut;
pub use file::{
    DepKind, Plan, PlanBuffer, PlanCredit, PlanDag, PlanDagKind, PlanDep, PlanFifo, PlanKernel, PlanMachine,
    PlanOn, PlanOrder, PlanParams, PlanRepeat, PlanSlot, PlanTimeUnit, PlanTriggers, Provenance, Time,
    VERSION,
};
pub use finding::{PlanBreach, PlanFinding};
pub use from_graph::{GraphPlanOptions, NoPlan};
pub use lint::{LintTarget, Linted};
pub use naming::Naming;
pub use prefetch::PREFETCH_BLOCKS_MOST;
pub use rule::{PlanRule, PlanSeverity};
