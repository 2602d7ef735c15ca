//! Pipelines of a TianjicX core: `hws plan pipeline` (planner §4.4, §7).
//!
//! [`Pipeline::from_json`] reads an input and answers its `op`: buffers of the pipelining strategies, the row
//! pipeline from Axon to Soma1, whether a Soma primitive matches it, the packet pipeline from Soma to Router,
//! a whole phase, and which pairs of units can be pipelined. Row and packet pipelines share one event loop and
//! one set of credit rules. [`Pipeline::to_plan`] is the mapping of §5: kernels whose blocks are rows, with
//! those credits as triggers.
//!
//! Not modelled: Axon-Dendrite steps (the documentation of TianjicX gives no times for them), and loading the next
//! data while computing (J18), which only the DRAM channel of the Gemini planner represents.

mod credits;
mod event_loop;
mod matching;
mod operation;
mod phase;
mod plan;
mod read;
mod rows;
mod shape;
mod soma_router;
mod strategy;
mod support;
mod times;

pub use operation::Pipeline;
pub use rows::{WhatIf, WhatIfRow};
