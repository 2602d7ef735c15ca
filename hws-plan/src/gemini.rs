//! `hws plan gemini`: what a Gemini schedule amounts to, and the plan it becomes (planner §7, seed 002).
//!
//! Reading and rules are [`crate::import::gemini`]; here are the times: ranks over the data edges, a timeline
//! with the order of each core, and optionally with loads from DRAM through one shared channel (G17).
//! Not modelled: the time of writes to DRAM and of transfers between cores, and batch groups beyond the first.

mod dram;
mod json;
mod plan;
mod report;
mod tables;
mod timeline;

pub use plan::GeminiMapping;
pub use report::{GeminiPlanned, GeminiReport, GeminiTimes};
