//! The work that the benchmarks measure: the same busy machine for the model and for the plain
//! transcription of scheduler.md in the tests.
//!
//! `docs/performance.md` has the figures and the commands.

pub mod busy;
mod cpu;
pub mod long_stimuli;
pub mod memory;
pub mod states;

pub use busy::Busy;
pub use cpu::cpu_seconds;
pub use states::{before_commit, busy_stimulus};
