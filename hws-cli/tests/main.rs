//! The integration tests of `hws-cli`, in one binary: linking is most of what a test binary costs.

mod cli;
mod common;
mod plan;
mod regs;
mod run;
mod runs;
mod sweep;
