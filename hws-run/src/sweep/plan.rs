//! The runs of a sweep, in order.
//!
//! Runs are numbered from 0 in the order (settings, seed), the settings in the order of the [`Grid`], the seed
//! fastest. Every value is validated before the first run: alone, and in every combination. A run has the same
//! number, the same [`RunKey`](super::RunKey) and the same [`SweepRow`] wherever it is made.

use std::collections::BTreeMap;
use std::ops::Deref;
use std::sync::Arc;

use hws_input::Diagnose;

use super::axis::{Axis, AxisValue};
use super::error::{AxisError, AxisReason, SweepError};
use super::grid::{Grid, PolicySetting};
use super::key::KeyBase;
use super::outline::SweepOutline;
use super::row::{RowOptions, SweepRow, made_under, row, row_under};
use super::run_table::{MadeRun, RunTables};
use super::seeds::Seeds;
use crate::policy::{self, PolicyError, RunSettings};
use crate::run::Control;
use crate::workload::{ErrorKind, ReadOptions, Workload, WorkloadError};

/// Largest number of runs of a sweep.
pub const RUNS_MOST: u128 = 1_000_000;

/// Reads the workload under the settings that [shape it](policy::shapes_workload); the others are applied later.
/// Without such an axis it is called once, with no settings.
pub trait WorkloadReader {
    /// The workload, which may be shared with other sweeps.
    ///
    /// # Errors
    /// Those of reading.
    fn read(&mut self, settings: &[PolicySetting]) -> Result<Arc<Workload>, WorkloadError>;
}

impl<F, W> WorkloadReader for F
where
    F: FnMut(&[PolicySetting]) -> Result<W, WorkloadError>,
    W: Into<Arc<Workload>>,
{
    fn read(&mut self, settings: &[PolicySetting]) -> Result<Arc<Workload>, WorkloadError> {
        self(settings).map(Into::into)
    }
}

/// A valid sweep: its [outline](SweepOutline), to which it dereferences, and its workloads.
#[derive(Clone, Debug)]
pub struct SweepPlan {
    outline: SweepOutline,
    /// By [`shape`](SweepOutline::shape).
    workloads: BTreeMap<Vec<usize>, Arc<Workload>>,
}

impl Deref for SweepPlan {
    type Target = SweepOutline;

    fn deref(&self) -> &SweepOutline {
        &self.outline
    }
}

impl SweepPlan {
    /// Reads the workload and validates every value of the grid.
    ///
    /// # Errors
    /// Too many runs, an unknown setting, a value that is illegal alone or in a combination, or a workload that
    /// cannot be read.
    pub fn new(
        reader: &mut dyn WorkloadReader,
        grid: Grid,
        seeds: Seeds,
        options: RowOptions,
    ) -> Result<Self, SweepError> {
        let runs = grid.combinations().saturating_mul(seeds.as_slice().len() as u128);
        if runs > RUNS_MOST {
            return Err(SweepError::TooManyRuns { runs, most: RUNS_MOST });
        }
        validate_values(&grid)?;
        let outline = SweepOutline { grid, seeds, options, defaults: None, bases: BTreeMap::new() };
        let mut plan = Self { outline, workloads: BTreeMap::new() };
        for combination in 0..plan.combinations() {
            plan.add_workload(combination, reader)?;
            plan.validate(combination)?;
        }
        Ok(plan)
    }

    /// Returns what identifies its runs.
    #[must_use]
    pub fn outline(&self) -> &SweepOutline {
        &self.outline
    }

    /// Returns the workload of a run before its settings, these settings, and the seed: everything that another
    /// machine needs to make the [`row`].
    #[must_use]
    pub fn inputs(&self, run: usize) -> (Arc<Workload>, Vec<PolicySetting>, u64) {
        let combination = self.combination(run);
        (self.workload(combination).clone(), self.late_settings(combination), self.seed(run))
    }

    /// Returns the plan with the combination that leaves these settings, those without the plan, as they are, if there is one.
    #[must_use]
    pub fn with_defaults(mut self, usual: &RunSettings) -> Self {
        let indices: Option<Vec<usize>> =
            self.grid.axes().iter().map(|axis| default_value(axis, usual)).collect();
        self.outline.defaults = indices.map(|indices| self.grid.combination(&indices));
        self
    }

    /// Returns whether seeds have an effect: some run has an error model or injects faults.
    #[must_use]
    pub fn is_random(&self) -> bool {
        let is_random = |axis: &Axis| axis.key == policy::ERROR_MODEL || axis.key.starts_with("inject.");
        self.options().error_kind != ErrorKind::None
            || self.grid.axes().iter().any(is_random)
            || self.workloads.values().any(|workload| !workload.faults.is_empty())
    }

    /// Makes a run.
    #[must_use]
    pub fn row(&self, run: usize) -> SweepRow {
        let (workload, settings, seed) = self.inputs(run);
        row(&workload, &settings, seed, self.options())
    }

    /// Makes a run; none if it is stopped.
    #[must_use]
    pub fn row_under(&self, run: usize, control: &Control<'_>) -> Option<SweepRow> {
        let (workload, settings, seed) = self.inputs(run);
        row_under(&workload, &settings, seed, self.options(), control)
    }

    /// Makes a run and its rows in these tables; none if it is stopped.
    #[must_use]
    pub fn made_under(&self, run: usize, tables: RunTables, control: &Control<'_>) -> Option<MadeRun> {
        let (workload, settings, seed) = self.inputs(run);
        made_under(&workload, &settings, seed, self.options(), tables, control)
    }

    fn workload(&self, combination: usize) -> &Arc<Workload> {
        // `new` adds the workload of every combination.
        &self.workloads[&self.shape(combination)]
    }

    fn late_settings(&self, combination: usize) -> Vec<PolicySetting> {
        let settings = self.grid.settings(combination);
        settings.into_iter().filter(|setting| !policy::shapes_workload(&setting.key)).collect()
    }

    fn add_workload(
        &mut self,
        combination: usize,
        reader: &mut dyn WorkloadReader,
    ) -> Result<(), SweepError> {
        let shape = self.shape(combination);
        if self.workloads.contains_key(&shape) {
            return Ok(());
        }
        let mut settings = self.grid.settings(combination);
        settings.retain(|setting| policy::shapes_workload(&setting.key));
        let workload = reader.read(&settings).map_err(|error| self.unread(combination, error))?;
        let base = KeyBase::new(&workload, &self.outline.options);
        self.outline.bases.insert(shape.clone(), base);
        self.workloads.insert(shape, workload);
        Ok(())
    }

    /// An error of the workload is attributed to the last axis that shapes it, if there is one.
    fn unread(&self, combination: usize, error: WorkloadError) -> SweepError {
        let mut values = self.values(combination).into_iter().rev();
        match values.find(|(axis, _)| policy::shapes_workload(&axis.key)) {
            Some((axis, value)) => axis.error(value.column, illegal(&value.text, &error)).into(),
            None => error.into(),
        }
    }

    /// Applies the settings of a combination to its workload.
    fn validate(&self, combination: usize) -> Result<(), SweepError> {
        let workload = self.workload(combination);
        let mut settings = RunSettings::of(workload, &ReadOptions::default(), self.options().error_kind);
        for (axis, value) in self.values(combination) {
            if !policy::shapes_workload(&axis.key) {
                let set = policy::set(&mut settings, &axis.key, &value.text);
                set.map_err(|error| refused(axis, value, &error))?;
            }
        }
        Ok(())
    }

    fn values(&self, combination: usize) -> Vec<(&Axis, &AxisValue)> {
        let indices = self.grid.indices(combination);
        self.grid.axes().iter().zip(indices).map(|(axis, index)| (axis, &axis.values[index])).collect()
    }
}

/// The index of the value that changes nothing.
fn default_value(axis: &Axis, usual: &RunSettings) -> Option<usize> {
    let now = policy::get(usual, &axis.key);
    axis.values.iter().position(|value| {
        let mut settings = usual.clone();
        policy::set(&mut settings, &axis.key, &value.text).is_ok() && policy::get(&settings, &axis.key) == now
    })
}

/// Validates every value alone: it is legal, and no other spelling of an earlier one.
fn validate_values(grid: &Grid) -> Result<(), AxisError> {
    for (index, axis) in grid.axes().iter().enumerate() {
        let mut known: BTreeMap<Option<String>, &str> = BTreeMap::new();
        for value in &axis.values {
            let mut settings = RunSettings::default();
            let set = policy::set(&mut settings, &axis.key, &value.text);
            set.map_err(|error| refused(axis, value, &error))?;
            let meaning = policy::get(&settings, &axis.key);
            if let Some(first) = known.insert(meaning, &value.text) {
                let (value_text, first) = (value.text.clone(), first.to_owned());
                return Err(axis.error(value.column, AxisReason::SameValue { value: value_text, first }));
            }
        }
        not_set_before(axis, &grid.axes()[..index])?;
    }
    Ok(())
}

/// Two axes that set one field would make every run twice, or one of them without effect.
fn not_set_before(axis: &Axis, earlier: &[Axis]) -> Result<(), AxisError> {
    match earlier.iter().find(|other| policy::overlap(&other.key, &axis.key)) {
        Some(other) => {
            Err(axis.error(1, AxisReason::Overlap { key: axis.key.clone(), first: other.key.clone() }))
        }
        None => Ok(()),
    }
}

/// A wrong key is an error of the key, everything else one of the value.
fn refused(axis: &Axis, value: &AxisValue, error: &PolicyError) -> AxisError {
    match error.reason.is_of_key() {
        true => axis.error(1, illegal(&axis.key, &error.reason)),
        false => axis.error(value.column, illegal(&value.text, &error.reason)),
    }
}

fn illegal(what: &str, problem: &dyn Diagnose) -> AxisReason {
    AxisReason::Illegal { what: what.to_owned(), problem: Box::new(problem.diagnostic()) }
}
