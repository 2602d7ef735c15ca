//! Design verification: waveforms in and out, and a dump against the model.
//!
//! Reading a dump:
//!
//! * [`input`]: opening a dump, a table or a memory image by its content, from a file or standard input;
//! * [`wave`]: reading it as a stream of changes of selected signals;
//! * [`map`]: which signal of a dump is which port or register;
//! * [`sample`]: clock edges, with inputs before and outputs after them.
//!
//! What is done with it, and with the model alone:
//!
//! * [`lockstep`]: the model driven by the inputs of a dump and compared with it;
//! * [`live`]: the same while a simulator runs, without a dump;
//! * [`start`]: where that begins, if not at power-on;
//! * [`check`]: the verdict on dumps, with reports as text, JSON and JUnit;
//! * [`monitor`]: a SystemVerilog module that feeds a live check;
//! * [`minimise`]: the inputs of a dump, shortened to what its first difference needs;
//! * [`diff`]: two dumps against each other;
//! * [`coverage`]: which rules of the specification stimuli, runs and dumps have exercised;
//! * [`write`](mod@write): waveforms of a replay or a run.

#![forbid(unsafe_code)]

pub mod cause;
pub mod check;
pub mod coverage;
pub mod diff;
mod expr;
mod fields;
mod guard;
pub mod input;
mod lane;
pub mod live;
pub mod lockstep;
pub mod map;
pub mod minimise;
pub mod monitor;
mod pattern;
mod register_name;
pub mod sample;
pub mod start;
mod unescape;
pub mod wave;
mod words;
pub mod write;

pub use guard::silence_reader_panics;

/// Values and errors of JSON in signatures are of this crate.
pub use serde_json;
