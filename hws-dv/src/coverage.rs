//! Functional coverage: which rules of the specification, and which combinations of them, files have exercised.
//!
//! * [`model()`]: the coverage model as data, every bin with its rule; bins that the rules make impossible are excluded,
//!   with the reason;
//! * [`cover_stimulus`], [`cover_dump`]: count a file; [`Collector`] counts any other run as its observer;
//! * [`CoverageSet`], [`CoverageReport`]: many files merged: what is covered, by which file, and what is not;
//! * [`save`], [`read_saved`]: the counts of files, for merging them later;
//! * [`CoverageText`], [`coverage_json`], [`coverage_page`], [`write_ucis`]: the report.
//!
//! The model of the HWS is only observed: every count follows from its events, its registers and its decisions. A step with
//! another effect on the outputs than without an observer would be a bug.

mod collector;
mod count;
mod goal;
mod groups;
mod html;
mod json;
mod kernel;
mod model;
mod plan;
mod rank;
mod report;
mod sampler;
mod saved;
mod set;
mod spec;
mod step;
mod text;
mod ucis;

pub use collector::Collector;
pub use count::{cover_dump, cover_stimulus};
pub use goal::{BinPattern, MissedGoal, UnknownBins, missed_goals};
pub use html::coverage_page;
pub use json::coverage_json;
pub use model::{CoverBin, CoverGroup, CoverItem, CoverageModel};
pub use report::{BinTally, CountedBin, CoverageReport, FileShare};
pub use sampler::CoverageCounts;
pub use saved::{SavedCoverageFault, is_saved_coverage, read_saved, save};
pub use set::{CoverageSet, CoveredFile, CoveredKind};
pub use text::{CoverageText, ModelText};
pub use ucis::write_ucis;

/// Returns the coverage model.
#[must_use]
pub fn model() -> &'static CoverageModel {
    &plan::PLAN.model
}
