//! Gemini Scheduler IR: a schedule of workloads on a mesh of cores, to a task graph.
//!
//! One task per workload, ordered by (core, workload_id). Data predecessors come from the
//! `transfer_id` lists of the consumer's ifmaps and weight only (a producer's `destination` is a
//! superset, G5), directly or through DRAM: `-1.out` entry → its `related_ifmap` → `-1.in` entry →
//! the ofmap of that id. The order of each core is kept apart, as the graph's static order.
//!
//! Each rule of the planner spec §7 is one function in `rules`, and what it finds is a [`Finding`]
//! (rule, where, text). Present: E1-E5, E10 and E15, those a run depends on. Buffers, boxes, sizes
//! and tiles are not read yet.

mod analyse;
mod field;
mod finding;
mod ir;
mod kernels;
mod parse;
mod resolve;
mod rules;

pub use analyse::{Analysis, Stats, analyse};
pub use field::Field;
pub use finding::{Finding, Rule, Where};
pub use ir::{Destination, Ifmap, Input, Ir, Memory, Ofmap, Options, Output, Weight, Workload};
pub use kernels::{Kernel, to_graph};
pub use parse::parse;

use super::error::{ImportError, Place, Reason};
use crate::TaskGraph;

/// Reads a schedule as a graph; any finding that is an error refuses the file.
pub fn graph(text: &str, name: &str) -> Result<TaskGraph, ImportError> {
    let (ir, options) = parse(text)?;
    let mut analysis = analyse(&ir, &options);
    let more = analysis.errors.len().saturating_sub(1);
    if !analysis.errors.is_empty() {
        let first = Box::new(analysis.errors.swap_remove(0));
        return Err(ImportError::new(Place::Path(first.place.to_string()), Reason::Rule { first, more }));
    }
    to_graph(&analysis.kernels, name).map_err(|error| ImportError::new(Place::File, Reason::Graph(error)))
}
