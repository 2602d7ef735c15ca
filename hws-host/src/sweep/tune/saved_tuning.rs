//! `DIR/plan.json` of a tuning: the last use of the folder, in the form of a sweep's.

use std::path::Path;

use hws_run::sweep::{RunTables, SweepProgram};
use hws_run::tune::{TuneDimension, TunedSetting};
use serde::Serialize;

use super::{Source, Tuning};
use crate::HostError;
use crate::sweep::saved_plan;

/// The content of the file.
#[derive(Serialize)]
pub(super) struct SavedTuning {
    /// The program of its runs.
    program: SweepProgram,
    /// The tables of graphs and kernels that the folder has.
    #[serde(skip_serializing_if = "RunTables::is_empty")]
    tables: RunTables,
    /// What is tuned; a sweep has `workloads` in its place.
    tuning: TunedRuns,
}

/// What is tuned.
#[derive(Serialize)]
struct TunedRuns {
    workloads: Vec<TunedWorkloadKey>,
    /// The settings, and their values besides those of the workload.
    space: Vec<TunedSetting>,
    objectives: Vec<String>,
    seeds: Vec<u64>,
    held_out: Vec<u64>,
}

/// A workload and what identifies its run with the defaults and the first seed.
#[derive(Serialize)]
struct TunedWorkloadKey {
    name: String,
    error_model: String,
    key: String,
}

impl SavedTuning {
    /// The plan of a tuning.
    ///
    /// # Errors
    /// Those of a workload that cannot be read again.
    pub(super) fn new(tuning: &Tuning, tables: RunTables) -> Result<Self, HostError> {
        let plan = &tuning.plan;
        let first: Vec<u64> = plan.seeds.first().copied().into_iter().collect();
        let workload = |(name, source): (&String, &Source)| {
            let sweep = source.plan(&[], &first)?;
            let (error_model, key) = (sweep.options().error_kind.to_string(), sweep.key(0).to_string());
            Ok(TunedWorkloadKey { name: name.clone(), error_model, key })
        };
        let workloads = plan.workloads.iter().zip(&tuning.sources).map(workload);
        let setting = |of: &TuneDimension| TunedSetting { key: of.key.clone(), values: of.values.clone() };
        let tuned = TunedRuns {
            workloads: workloads.collect::<Result<_, HostError>>()?,
            space: plan.space.dimensions().iter().map(setting).collect(),
            objectives: plan.objectives.iter().map(|objective| objective.text().to_owned()).collect(),
            seeds: plan.seeds.clone(),
            held_out: plan.held_out.clone(),
        };
        Ok(Self { program: SweepProgram::this(), tables, tuning: tuned })
    }

    /// Writes the file, unless the folder has it already.
    ///
    /// # Errors
    /// Those of the file.
    pub(super) fn write(&self, folder: &Path) -> Result<(), HostError> {
        saved_plan::write(self, folder)
    }
}
