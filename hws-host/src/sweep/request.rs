//! What a sweep is made of, before it is checked.

use std::path::PathBuf;

use hws_run::policy::{self, RunSettings};
use hws_run::sweep::{
    Axis, AxisValue, Grid, PolicySetting, RUNS_MOST, RowOptions, Seeds, SweepError, SweepPlan,
};
use hws_run::workload::{ErrorKind, Inputs, Load};

use super::{Sweep, SweepPart};
use crate::{HostError, files};

/// A sweep as it is described.
#[derive(Clone, Debug, Default)]
pub struct SweepRequest {
    /// The workloads, without real times; each has a name for tables, by default that of its files.
    pub workloads: Vec<(Option<String>, Inputs)>,
    /// The settings.
    pub grid: Grid,
    /// The seeds; by default that of each workload.
    pub seeds: Option<Seeds>,
    /// How real times differ from estimates; by default as in the workload, or else `low` with seeds and `none` without.
    pub error_kind: Option<ErrorKind>,
}

/// The name of the workload without files.
const BUILT_IN: &str = "built-in";

/// Returns the workloads of an axis `workload`: each value is a file, or several that are joined by `+`, with the options of the other
/// inputs.
///
/// # Errors
/// A file that cannot be read.
pub fn workloads_of(axis: &Axis, options: &Inputs) -> Result<Vec<(Option<String>, Inputs)>, HostError> {
    let together: Vec<_> = axis.values.iter().map(|value| files::together(&value.text)).collect();
    files::only_one_standard_input(together.iter().flatten())?;
    let read = |(value, paths): (&AxisValue, &Vec<PathBuf>)| {
        let files = paths.iter().map(|path| files::source(path)).collect::<Result<_, _>>()?;
        Ok((Some(value.text.clone()), Inputs { files, ..options.clone() }))
    };
    axis.values.iter().zip(&together).map(read).collect()
}

/// The files of a workload in a word.
fn name_of(inputs: &Inputs) -> String {
    let names: Vec<&str> = inputs.files.iter().map(|file| file.name.as_str()).collect();
    if names.is_empty() { BUILT_IN.to_owned() } else { names.join("+") }
}

impl SweepRequest {
    /// Reads the workloads and checks every value.
    ///
    /// # Errors
    /// A workload that cannot be read or is given twice, an illegal setting, too many runs.
    pub fn plan(&self) -> Result<Sweep, HostError> {
        self.plan_with(&mut files::beside)
    }

    /// Makes a [plan](Self::plan) with files that workloads import from elsewhere.
    ///
    /// # Errors
    /// Those of [`plan`](Self::plan).
    pub fn plan_with(&self, load: &mut Load<'_>) -> Result<Sweep, HostError> {
        let names: Vec<&str> = self.workloads.iter().filter_map(|(name, _)| name.as_deref()).collect();
        if let Some((at, name)) = names.iter().enumerate().find(|(at, name)| names[..*at].contains(name)) {
            return Err(HostError::request(format!(
                "workload {} is `{name}` again; give each workload once; repeated runs have the same results",
                at + 1
            )));
        }
        let mut parts = Vec::new();
        let mut runs = 0;
        for (name, inputs) in &self.workloads {
            let name = name.clone().unwrap_or_else(|| name_of(inputs));
            let part = SweepPart { name, plan: self.part(inputs, load)? };
            runs += part.plan.runs() as u128;
            if runs > RUNS_MOST {
                return Err(SweepError::TooManyRuns { runs, most: RUNS_MOST }.into());
            }
            parts.push(part);
        }
        Ok(Sweep { parts })
    }

    fn part(&self, inputs: &Inputs, load: &mut Load<'_>) -> Result<SweepPlan, HostError> {
        let inputs = &Inputs { error_kind: self.error_kind.or(inputs.error_kind), ..inputs.clone() };
        let understood = inputs.understand(load)?;
        let model = understood.error_model;
        // Seeds would have no effect without an error model.
        let usual = if self.seeds.is_some() { ErrorKind::Low } else { ErrorKind::None };
        let error_kind = model.map_or(usual, |model| model.kind);
        let of_workload = || Seeds::from_seed(model.map_or(0, |model| model.seed));
        let seeds = self.seeds.clone().unwrap_or_else(of_workload);
        let mut reader = |settings: &[PolicySetting]| estimates_under(inputs, settings).read(load);
        let plan = SweepPlan::new(&mut reader, self.grid.clone(), seeds, RowOptions { error_kind })?;
        let usual = RunSettings::of(&understood.workload, &understood.reading, error_kind);
        Ok(plan.with_defaults(&usual))
    }
}

/// Returns the inputs with further policies, without the real times: each run draws its own.
pub(super) fn estimates_under(inputs: &Inputs, settings: &[PolicySetting]) -> Inputs {
    let mut inputs = Inputs { seed: None, ..inputs.clone() };
    inputs.policies.extend(settings.iter().map(|setting| (setting.key.clone(), setting.value.clone())));
    // The last policy counts.
    inputs.policies.push((policy::ERROR_MODEL.to_owned(), ErrorKind::None.to_string()));
    inputs
}
