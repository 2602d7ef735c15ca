//! One file per command.

mod check;
pub(crate) mod completions;
mod inputs;
pub(crate) mod regs;
pub(crate) mod replay;
pub(crate) mod run;
pub(crate) mod schema;
