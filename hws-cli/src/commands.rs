//! One file per command.

mod answer;
pub(crate) mod check;
pub(crate) mod compare;
pub(crate) mod completions;
pub(crate) mod coverage;
pub(crate) mod debug;
pub(crate) mod diff;
pub(crate) mod explain;
pub(crate) mod explain_error;
pub(crate) mod explore;
mod faults;
pub(crate) mod fuzz;
mod gantt;
mod inputs;
pub(crate) mod interfaces;
mod invariants;
pub(crate) mod plan;
mod policies;
pub(crate) mod regs;
pub(crate) mod replay;
pub(crate) mod run;
pub(crate) mod schema;
pub(crate) mod serve;
pub(crate) mod sweep;
pub(crate) mod tune;
mod until_closed;
mod waves;
