//! `hws run`: inputs, output and exit status.

mod advice;
mod deadlines;
mod explain;
mod faults;
mod firmware;
mod folder;
mod interrupt;
mod onnx;
mod plan;
mod policies;
mod real_times;
mod schema;
mod several;

/// Two tasks, one after the other.
const STG: &str = "2\n0 1000 0\n1 2000 1 0\n";
