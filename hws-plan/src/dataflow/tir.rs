//! TIR programs (`.tirl`), the input of the public TyBEC tool, as dataflow inputs (planner T18).
//!
//! The text passes through macros and conditionals ([`source`]), is parsed into functions of instructions
//! ([`parse`]), and becomes the JSON of planner §7.4 ([`build`]). Everything that the tool's grammar has is either
//! understood or refused by its name, with line and column.

mod build;
mod cursor;
mod expression;
mod latency;
mod parse;
mod source;
mod syntax;
mod token;

use std::collections::BTreeMap;

use serde_json::Value;

use crate::import::ImportError;

/// What the command line adds to a program.
#[derive(Clone, Debug, Default)]
pub struct TirOptions {
    /// The function to start with, instead of `main`.
    pub top: Option<String>,
    /// Firings of every function's input, instead of the size of the streams of `main`.
    pub stream_size: Option<i64>,
    /// Latencies that replace those of the tool, by `OPCODE.TYPE`.
    pub costs: BTreeMap<String, i64>,
}

/// Reads a TIR program as a dataflow input, for [`super::DataflowSchedule::from_json`].
///
/// # Errors
/// Anything but a program in the language of the public tool; each error gives line and column.
pub fn from_tir(text: &str, options: &TirOptions) -> Result<Value, ImportError> {
    let source = source::Source::read(text)?;
    let functions = parse::functions(&source)?;
    build::program(&functions, options)
}
