//! Dataflow programs: the firing times of a synchronous domain and the depths of its FIFOs (planner §4.3).
//!
//! A program is a set of functions, each a graph of nodes that fire at a fixed interval. [`DataflowSchedule`] is
//! `hws plan dataflow`: every function on its own (callees first, each once), every edge with its FIFO, and the
//! starting delays of the top function and everything it calls. [`DataflowSchedule::to_plan`] turns the nodes into
//! kernels.
//!
//! Everything is a closed form over integers: no token is simulated, and the work is near-linear in the input.
//! Not modelled: a parent slower than one firing per cycle inside its callees (T17), and the time of a stall,
//! which shifts everything after it equally (T16).

mod absolute;
mod answer;
mod blocks;
mod fifo;
mod flat;
mod from_graph;
mod function;
mod input;
mod net;
mod parts;
mod serialize;
mod tables;
mod tir;
mod to_plan;
mod windows;

pub use answer::DataflowSchedule;
pub use blocks::DataflowBlocks;
pub use from_graph::from_graph;
pub use tir::{TirOptions, from_tir};
