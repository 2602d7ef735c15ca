//! A workload of a tuning, under any settings.

use std::sync::Arc;

use hws_run::policy;
use hws_run::sweep::{Axis, AxisError, Grid, PolicySetting, RowOptions, Seeds, SweepError, SweepPlan};
use hws_run::workload::{ErrorKind, Inputs, Workload};

use crate::sweep::request::estimates_under;
use crate::{HostError, files};

/// A workload that can be read under settings.
#[derive(Clone, Debug)]
pub(crate) struct Source {
    inputs: Inputs,
    /// The workload without any setting, which all points share that do not change how it is read.
    base: Arc<Workload>,
    options: RowOptions,
}

impl Source {
    /// Reads the workload; without an error model, real times are as with `low`.
    ///
    /// # Errors
    /// Those of reading.
    pub(super) fn new(inputs: &Inputs) -> Result<Self, HostError> {
        let model = inputs.understand(&mut files::beside)?.error_model;
        let base = Arc::new(estimates_under(inputs, &[]).read(&mut files::beside)?);
        let error_kind = model.map_or(ErrorKind::Low, |model| model.kind);
        Ok(Self { inputs: inputs.clone(), base, options: RowOptions { error_kind } })
    }

    /// Whether seeds have an effect.
    pub(super) fn is_random(&self) -> bool {
        self.options.error_kind != ErrorKind::None || !self.base.faults.rates().is_empty()
    }

    /// The workload without any setting.
    pub(super) fn base(&self) -> &Workload {
        &self.base
    }

    /// Whether the command line fixes a setting.
    pub(super) fn fixes(&self, key: &str) -> bool {
        policy::is_set(&self.inputs.policies, key)
    }

    /// The runs under some settings with these seeds; keys and rows are those of a sweep.
    ///
    /// # Errors
    /// A setting that is illegal for the workload.
    pub(crate) fn plan(&self, settings: &[PolicySetting], seeds: &[u64]) -> Result<SweepPlan, SweepError> {
        let axis = |setting: &PolicySetting| Axis::parse(&format!("{}={}", setting.key, setting.value));
        let axes = settings.iter().map(axis).collect::<Result<Vec<Axis>, AxisError>>()?;
        self.sweep(Grid::new(axes)?, Seeds::from_list(seeds.to_vec()).unwrap_or_default())
    }

    /// A sweep of the workload.
    ///
    /// # Errors
    /// A setting that is illegal for the workload.
    pub(super) fn sweep(&self, grid: Grid, seeds: Seeds) -> Result<SweepPlan, SweepError> {
        let mut reader = |settings: &[PolicySetting]| match settings {
            [] => Ok(Arc::clone(&self.base)),
            _ => estimates_under(&self.inputs, settings).read(&mut files::beside).map(Arc::new),
        };
        SweepPlan::new(&mut reader, grid, seeds, self.options)
    }

    /// The workload under some settings.
    ///
    /// # Errors
    /// A setting that is illegal for the workload.
    pub(crate) fn workload(&self, settings: &[PolicySetting]) -> Result<Workload, HostError> {
        let (shaped, late, _) = self.plan(settings, &[])?.inputs(0);
        let mut workload = (*shaped).clone();
        for PolicySetting { key, value } in &late {
            workload.set_policy(key, value).map_err(hws_run::workload::WorkloadError::from)?;
        }
        Ok(workload)
    }
}
