//! Gemini schedules.

use hws_plan::PlannerAnswer;
use hws_plan::gemini::{GeminiMapping, GeminiReport};
use hws_plan::import::gemini::GeminiOptions;
use hws_plan::plan::Plan;
use hws_run::workload::InputFile;

use crate::HostError;

/// Checks a schedule.
///
/// # Errors
/// A file that is not a schedule.
pub fn gemini(source: &InputFile, options: GeminiOptions) -> Result<GeminiReport, HostError> {
    GeminiReport::from_text(&super::text(source)?, options).map_err(HostError::import(&source.name))
}

/// Returns the plan of a schedule; none if the schedule has errors, which the report lists.
///
/// # Errors
/// [`HostError::Input`] if a part of the schedule cannot be a kernel.
pub fn to_plan(
    report: &GeminiReport,
    source: &InputFile,
    mapping: GeminiMapping,
) -> Result<Option<Plan>, HostError> {
    if !report.is_good() {
        return Ok(None);
    }
    let plan = report.to_plan(source.stem(), Some(source.name.clone()), mapping);
    plan.map(Some).map_err(HostError::input(&source.name))
}
