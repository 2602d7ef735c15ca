//! Pipelines of a TianjicX core: `hws plan pipeline` (planner §4.4, §7, seed 004).
//!
//! [`Pipeline::from_json`] reads an input and answers its `op`: buffers of the pipelining strategies, the row
//! pipeline from Axon to Soma1, whether a Soma primitive matches it, the packet pipeline from Soma to Router,
//! a whole phase, and which pairs of units pipeline at all. Row and packet pipelines are one event loop on
//! one set of credit rules. [`Pipeline::to_plan`] is the mapping of §5: kernels whose blocks are rows, with
//! those credits as triggers.
//!
//! Not modelled: Axon-Dendrite steps (seed 004 gives none), and loading the next data while computing (J18),
//! which only the DRAM channel of the Gemini planner stands for.

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
