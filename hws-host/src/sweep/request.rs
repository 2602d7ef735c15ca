//! What a sweep is made of, before it is checked.

use hws_run::policy;
use hws_run::sweep::{Grid, PolicySetting, RUNS_MOST, RowOptions, Seeds, SweepError, SweepPlan};
use hws_run::workload::{ErrorKind, Inputs, Load};

use super::{Sweep, SweepPart};
use crate::{HostError, files};

/// A sweep as it is described.
#[derive(Clone, Debug, Default)]
pub struct SweepRequest {
    /// The workloads, without real times; each is the value of that name of the axis `workload`. One without a name is no axis.
    pub workloads: Vec<(Option<String>, Inputs)>,
    /// The settings.
    pub grid: Grid,
    /// The seeds; by default that of each workload.
    pub seeds: Option<Seeds>,
    /// How real times differ from estimates; by default as in the workload, or else `low` with seeds and `none` without.
    pub error_kind: Option<ErrorKind>,
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
            return Err(HostError::Request(format!(
                "workload {} is `{name}` again (give each workload once; repeated runs have the same results)",
                at + 1
            )));
        }
        let mut parts = Vec::new();
        let mut runs = 0;
        for (name, inputs) in &self.workloads {
            let part = SweepPart { name: name.clone(), plan: self.part(inputs, load)? };
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
        let model = inputs.understand(load)?.error_model;
        // Seeds would have no effect without an error model.
        let usual = if self.seeds.is_some() { ErrorKind::Low } else { ErrorKind::None };
        let error_kind = model.map_or(usual, |model| model.kind);
        let of_workload = || Seeds::from_seed(model.map_or(0, |model| model.seed));
        let seeds = self.seeds.clone().unwrap_or_else(of_workload);
        let mut reader =
            |settings: &[PolicySetting]| estimates_under(inputs, settings).read(load);
        Ok(SweepPlan::new(&mut reader, self.grid.clone(), seeds, RowOptions { error_kind })?)
    }
}

/// Returns the inputs with further policies, without the real times: each run draws its own.
fn estimates_under(inputs: &Inputs, settings: &[PolicySetting]) -> Inputs {
    let mut inputs = Inputs { seed: None, ..inputs.clone() };
    inputs.policies.extend(settings.iter().map(|setting| (setting.key.clone(), setting.value.clone())));
    // The last policy counts.
    inputs.policies.push((policy::ERROR_MODEL.to_owned(), ErrorKind::None.to_string()));
    inputs
}
