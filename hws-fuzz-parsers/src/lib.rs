//! Bodies of the fuzz targets for file readers and planners, as library functions that also run as plain tests.
//!
//! A [`ParserTarget`] turns any bytes into a file ([`ParserTarget::input`]), gives the file to a reader, and requires
//! more than the absence of a panic: that an error names a place in the file, that what is read is written and read
//! again to the same value, that a plan made here is a plan that can be read.
//!
//! Most bytes are a program of edits on a valid example: a number becomes a limit, a key is misspelt, a line is
//! repeated, the file is cut. So most inputs are nearly valid, and plain random bytes reach far without the guidance
//! of coverage. A fourth of the inputs are the file itself.
//!
//! The cargo-fuzz targets are in the folder `fuzz-parsers/` of the repository.

mod bytes;
mod dataflow;
mod dv_map;
mod edit;
mod edits;
mod failure;
mod gemini;
mod onnx;
mod place;
mod plan;
mod plans;
mod protobuf;
mod random;
mod regmap;
mod stimulus;
mod target;
mod waveform;
mod workload;

pub use failure::ParserFailure;
pub use random::random_input;
pub use target::{FileVerdict, ParserTarget};

/// Every target, in the order of their names.
pub static TARGETS: [&ParserTarget; 9] =
    [&DATAFLOW, &DV_MAP, &GEMINI, &ONNX, &PLAN, &REGMAP, &STIMULUS, &WAVEFORM, &WORKLOAD];

pub use dataflow::DATAFLOW;
pub use dv_map::DV_MAP;
pub use gemini::GEMINI;
pub use onnx::ONNX;
pub use plan::PLAN;
pub use regmap::REGMAP;
pub use stimulus::STIMULUS;
pub use waveform::WAVEFORM;
pub use workload::WORKLOAD;
