//! The integration tests of `hws-cli`, in one binary: linking dominates the cost of a test binary.

mod check_dumps;
mod cli;
mod codes;
mod common;
mod compare;
mod completion;
mod coverage;
mod diff;
mod diff_inputs;
mod explain;
mod explore;
#[cfg(target_os = "linux")]
mod full_output;
mod fuzz;
mod interfaces;
mod overwritten;
mod plan;
mod regs;
mod regs_import;
mod replay;
mod run;
mod runs;
mod serve;
mod sweep;
mod tune;
mod waves;
