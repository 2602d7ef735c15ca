//! Design verification: waveforms in and out, a dump against the model, and why the model decided as it did.
//!
//! * [`wave`]: reading dumps, as a stream of changes of selected signals;
//! * [`input`]: opening a dump by its content, from a file or standard input;
//! * [`map`]: which signal of a dump is which port or register;
//! * [`sample`]: clock edges, with inputs before and outputs after them;
//! * [`lockstep`]: the model driven by the inputs of a dump and compared with it;
//! * [`check`]: the verdict on dumps, with reports as text, JSON and JUnit.
//! * [`diff`]: two dumps against each other.

#![forbid(unsafe_code)]

pub mod check;
pub mod diff;
pub mod input;
pub mod lockstep;
pub mod map;
pub mod sample;
pub mod wave;
