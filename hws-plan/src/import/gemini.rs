//! Gemini Scheduler IR: from a schedule of workloads on a mesh of cores to a task graph.
//!
//! One task per workload, ordered by (core, workload_id). Data predecessors come from the
//! `transfer_id` lists of the consumer's ifmaps and weight only (a producer's `destination` is a
//! superset, G5), directly or through DRAM: `-1.out` entry → its `related_ifmap` → `-1.in` entry →
//! the ofmap of that id. The order of each core is kept apart, as the graph's static order.
//!
//! Each rule of planner §7 is one function in `rules` and reports each breach as a [`GeminiFinding`]
//! (rule, place, message). Fields that rules judge are read whether right or wrong; a file is refused only
//! for what §7 calls unreadable. [`crate::gemini`] makes the report and the plan.

mod analyse;
mod buffer;
mod extent;
mod field;
mod finding;
mod found;
mod ir;
mod kernels;
mod keys;
mod options;
mod parse;
mod regions;
mod resolve;
mod rules;
mod scope;
mod shape;
mod short_list;
mod strict;
mod tiles;
mod workload;

pub(crate) use analyse::analyse;
pub use analyse::{GeminiAnalysis, GeminiStats};
pub use buffer::{GeminiBuffer, GeminiSource};
pub use field::GeminiField;
pub use finding::{GeminiFinding, GeminiPart, GeminiPlace, GeminiRule};
pub use found::Found;
pub use ir::{Corner, GeminiDestination, GeminiInput, GeminiIr, GeminiMemory, GeminiOutput};
pub use kernels::{GeminiKernel, to_graph};
pub use options::GeminiOptions;
pub use parse::parse;
pub(crate) use resolve::reads;
pub(crate) use scope::Scope;
pub use shape::{Objects, Shape};
pub use short_list::ShortList;
pub use tiles::{Tile, Tiles};
pub use workload::{GeminiWorkload, Ifmap, Ofmap, Weight};

use super::error::{FilePlace, ImportError, ImportReason};
use crate::TaskGraph;

/// Reads a schedule and applies every rule.
///
/// # Errors
/// The errors of [`parse`], and more dependencies than an input may have.
pub fn analysis(text: &str) -> Result<GeminiAnalysis, ImportError> {
    let (ir, options) = parse(text)?;
    Ok(analyse(&Scope::of(&ir), &options)?)
}

/// Reads a schedule as a graph; a breach of an E rule refuses the file.
///
/// # Errors
/// The errors of [`analysis`], the first breach of an E rule, and times that add up to more than 64 bits.
pub fn graph(text: &str, name: &str) -> Result<TaskGraph, ImportError> {
    let mut analysis = analysis(text)?;
    let more = analysis.errors.len().saturating_sub(1);
    if !analysis.errors.is_empty() {
        let first = Box::new(analysis.errors.swap_remove(0));
        return Err(ImportError::new(
            FilePlace::Path(first.place.to_string()),
            ImportReason::Rule { first, more },
        ));
    }
    to_graph(&analysis.kernels, name)
        .map_err(|error| ImportError::new(FilePlace::File, ImportReason::Graph(error)))
}
