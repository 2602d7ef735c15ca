//! Looking into a stimulus: why the model decided as it did, and one step after the other.
//!
//! * [`explain`]: why the model decided, or a kernel waited, or a SIP was idle, and what would have changed it;
//! * [`rewind`]: a stimulus at one of its cycles, forwards and back in time;
//! * [`debug`]: the same step by step, with breakpoints.
//!
//! The crate knows no waveforms: hws-dv reads them, and uses the explanations.

#![forbid(unsafe_code)]

pub mod debug;
pub mod explain;
pub mod rewind;
