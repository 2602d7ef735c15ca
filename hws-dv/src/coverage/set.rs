//! The files whose coverage is merged.

use super::model;
use super::sampler::CoverageCounts;

/// How a file was counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CoveredKind {
    /// A stimulus, replayed.
    Stimulus,
    /// A workload, run.
    Run,
    /// A dump, in lock-step with the model.
    Dump,
}

/// A file and what it covers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CoveredFile {
    /// Its name.
    pub name: String,
    /// How it was counted.
    pub kind: CoveredKind,
    /// Ticks of the model.
    pub cycles: u64,
    /// What it covers.
    pub counts: CoverageCounts,
}

/// Files, in the order in which they were given.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CoverageSet {
    /// The files.
    pub files: Vec<CoveredFile>,
}

impl CoverageSet {
    /// The merged counts of all files.
    #[must_use]
    pub fn total(&self) -> CoverageCounts {
        let mut total = CoverageCounts::new(model());
        self.files.iter().for_each(|file| total.merge(&file.counts));
        total
    }
}
