//! A Gemini schedule with a bandwidth: the plan of `hws plan gemini --dram-bw`, whose loads from DRAM take time (G17).

use std::num::NonZeroU64;

use hws_plan::gemini::{GeminiMapping, GeminiReport};
use hws_plan::import::gemini::GeminiOptions;
use hws_plan::plan::Plan;

use super::error::Fault;
use super::file::not_a_graph;
use super::options::Mapping;
use super::planned::unreadable;

/// Returns the plan of a schedule that the importer has accepted; `bw` is in bytes per unit of its times.
pub(super) fn plan(text: &str, name: &str, bw: NonZeroU64, mapping: Mapping) -> Result<Plan, Fault> {
    let mapping = match mapping {
        Mapping::Dynamic => GeminiMapping::Dynamic,
        Mapping::Static => GeminiMapping::Static,
    };
    let report = GeminiReport::from_text(text, GeminiOptions::at_bandwidth(Some(bw))).map_err(not_a_graph)?;
    report.to_plan(name, None, mapping).map_err(unreadable)
}
