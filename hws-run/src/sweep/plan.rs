//! A sweep: which runs there are, in which order, and what each of them is.
//!
//! Runs are numbered from 0 in the order (settings, seed), the settings in the order of the
//! [`Grid`], the seed fastest. Every value is judged before the first run: by itself, and in every
//! combination. A run has the same number, the same [`Key`] and the same [`Row`] wherever it is made.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::axis::{Axis, AxisValue};
use super::error::{AxisError, AxisReason, SweepError};
use super::grid::{Grid, Setting};
use super::key::{Key, KeyHash};
use super::row::{Row, RowOptions, row, row_under};
use super::seeds::Seeds;
use crate::policy::{self, PolicyError, PolicyReason};
use crate::run::Control;
use crate::workload::{Hardware, Workload, WorkloadError};

/// Most runs of a sweep.
pub const RUNS_MOST: u128 = 1_000_000;

/// Reads the workload under settings that [shape it](policy::Key::shapes_workload); the others are made
/// later. Without such an axis it is asked once, with no settings.
pub trait Reader {
    /// The workload.
    ///
    /// # Errors
    /// Those of reading.
    fn read(&mut self, settings: &[Setting]) -> Result<Workload, WorkloadError>;
}

impl<F: FnMut(&[Setting]) -> Result<Workload, WorkloadError>> Reader for F {
    fn read(&mut self, settings: &[Setting]) -> Result<Workload, WorkloadError> {
        self(settings)
    }
}

/// A sweep whose every run can be made.
#[derive(Clone, Debug)]
pub struct Plan {
    grid: Grid,
    seeds: Seeds,
    options: RowOptions,
    /// By the indices of the values of the axes that shape it; 0 for the others.
    workloads: BTreeMap<Vec<usize>, Based>,
}

/// A workload, and the hash of everything up to it.
#[derive(Clone, Debug)]
struct Based {
    workload: Arc<Workload>,
    hash: KeyHash,
}

impl Plan {
    /// Reads the workload and judges every value of the grid.
    ///
    /// # Errors
    /// Too many runs, a setting or value that does not exist or fits no workload, or a workload that
    /// cannot be read.
    pub fn new(
        reader: &mut dyn Reader,
        grid: Grid,
        seeds: Seeds,
        options: RowOptions,
    ) -> Result<Self, SweepError> {
        let runs = grid.combinations().saturating_mul(seeds.as_slice().len() as u128);
        if runs > RUNS_MOST {
            return Err(SweepError::TooManyRuns { runs, most: RUNS_MOST });
        }
        judge_values(&grid)?;
        let mut plan = Self { grid, seeds, options, workloads: BTreeMap::new() };
        for combination in 0..plan.combinations() {
            plan.add_workload(combination, reader)?;
            plan.judge(combination)?;
        }
        Ok(plan)
    }

    /// The settings and their values.
    #[must_use]
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// The seeds.
    #[must_use]
    pub fn seeds(&self) -> &[u64] {
        self.seeds.as_slice()
    }

    /// What else decides a row.
    #[must_use]
    pub fn options(&self) -> &RowOptions {
        &self.options
    }

    /// How many combinations of settings there are.
    #[must_use]
    pub fn combinations(&self) -> usize {
        // At most RUNS_MOST.
        self.grid.combinations() as usize
    }

    /// How many runs there are.
    #[must_use]
    pub fn runs(&self) -> usize {
        self.combinations() * self.seeds().len()
    }

    /// The combination of settings of a run.
    #[must_use]
    pub fn combination(&self, run: usize) -> usize {
        run / self.seeds().len()
    }

    /// The settings of a run, those included that shape its workload.
    #[must_use]
    pub fn settings(&self, run: usize) -> Vec<Setting> {
        self.grid.settings(self.combination(run))
    }

    /// The seed of a run.
    #[must_use]
    pub fn seed(&self, run: usize) -> u64 {
        self.seeds()[run % self.seeds().len()]
    }

    /// The workload of a run before its settings, what these are, and the seed: all that a machine
    /// elsewhere needs to make the [`row`].
    #[must_use]
    pub fn inputs(&self, run: usize) -> (Arc<Workload>, Vec<Setting>, u64) {
        let combination = self.combination(run);
        (self.base(combination).workload.clone(), self.late_settings(combination), self.seed(run))
    }

    /// Makes a run.
    #[must_use]
    pub fn row(&self, run: usize) -> Row {
        let (workload, settings, seed) = self.inputs(run);
        row(&workload, &settings, seed, &self.options)
    }

    /// Makes a run, unless someone stops it: none then.
    #[must_use]
    pub fn row_under(&self, run: usize, control: &Control<'_>) -> Option<Row> {
        let (workload, settings, seed) = self.inputs(run);
        row_under(&workload, &settings, seed, &self.options, control)
    }

    /// What tells a run from every other, in this sweep and in others.
    #[must_use]
    pub fn key(&self, run: usize) -> Key {
        let mut hash = self.base(self.combination(run)).hash.clone();
        hash.add(&self.settings(run));
        hash.add(&self.seed(run));
        hash.key()
    }

    fn base(&self, combination: usize) -> &Based {
        // Every combination got its workload in `new`.
        &self.workloads[&self.shape(combination)]
    }

    /// Which values of the axes that shape the workload; 0 for the other axes.
    fn shape(&self, combination: usize) -> Vec<usize> {
        let indices = self.grid.indices(combination);
        let of = |(axis, index): (&Axis, usize)| if shapes(&axis.key) { index } else { 0 };
        self.grid.axes().iter().zip(indices).map(of).collect()
    }

    fn late_settings(&self, combination: usize) -> Vec<Setting> {
        let settings = self.grid.settings(combination);
        settings.into_iter().filter(|setting| !shapes(&setting.key)).collect()
    }

    fn add_workload(&mut self, combination: usize, reader: &mut dyn Reader) -> Result<(), SweepError> {
        let shape = self.shape(combination);
        if self.workloads.contains_key(&shape) {
            return Ok(());
        }
        let mut settings = self.grid.settings(combination);
        settings.retain(|setting| shapes(&setting.key));
        let workload = reader.read(&settings).map_err(|error| self.unread(combination, error))?;
        let mut hash = KeyHash::new();
        hash.add(&workload);
        hash.add(&self.options);
        self.workloads.insert(shape, Based { workload: Arc::new(workload), hash });
        Ok(())
    }

    /// A workload that cannot be read is the fault of the last axis that shapes it, if there is one.
    fn unread(&self, combination: usize, error: WorkloadError) -> SweepError {
        let mut values = self.values(combination).into_iter().rev();
        match values.find(|(axis, _)| shapes(&axis.key)) {
            Some((axis, value)) => illegal(axis, value, &error).into(),
            None => error.into(),
        }
    }

    /// Tries the settings of a combination on its machine.
    fn judge(&self, combination: usize) -> Result<(), SweepError> {
        let mut hardware = self.base(combination).workload.hardware.clone();
        for (axis, value) in self.values(combination) {
            if !shapes(&axis.key) {
                let set = policy::set_on(&mut hardware, &axis.key, &value.text);
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

/// Whether the workload has to be read under this setting.
fn shapes(key: &str) -> bool {
    policy::KEYS.iter().any(|known| known.name == key && known.shapes_workload)
}

/// Every value by itself.
fn judge_values(grid: &Grid) -> Result<(), AxisError> {
    for axis in grid.axes() {
        for value in &axis.values {
            let set = policy::set_on(&mut Hardware::default(), &axis.key, &value.text);
            set.map_err(|error| refused(axis, value, &error))?;
        }
    }
    Ok(())
}

/// An unknown key is the fault of the key, everything else of the value.
fn refused(axis: &Axis, value: &AxisValue, error: &PolicyError) -> AxisError {
    match *error.reason {
        PolicyReason::UnknownKey { .. } => {
            axis.error(1, AxisReason::Illegal(format!("{}: {}", axis.key, error.reason)))
        }
        _ => illegal(axis, value, &error.reason),
    }
}

fn illegal(axis: &Axis, value: &AxisValue, problem: &dyn std::fmt::Display) -> AxisError {
    axis.error(value.column, AxisReason::Illegal(format!("{}: {problem}", value.text)))
}
