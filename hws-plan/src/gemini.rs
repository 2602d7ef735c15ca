//! `hws plan gemini`: the report on a Gemini schedule, and its conversion to a plan (planner §4.2, §7).
//!
//! [`crate::import::gemini`] reads a schedule and applies the rules; this module adds the times: ranks over the
//! data edges and a timeline that keeps the order of each core, optionally with loads from DRAM through one shared
//! channel (G17).
//! Not modelled: the time of writes to DRAM and of transfers between cores, and batch groups beyond the first.

mod dram;
mod json;
mod loads;
mod plan;
mod report;
mod tables;
mod timeline;
mod trace;

pub use dram::GeminiLoad;
pub use plan::GeminiMapping;
pub use report::{GeminiPlanned, GeminiReport, GeminiTimes};
pub use trace::GeminiTrace;
