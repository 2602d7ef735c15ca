//! What identifies the runs of a sweep, without anything that is needed to make them.
//!
//! An outline is small, can be written to a file and read again ([`SweepOutline`] is a value of serde), and gives every run the number
//! and the [`RunKey`] that the [plan](super::SweepPlan) of the same sweep gives it. Rows that were made elsewhere are put in order and
//! summarised with it alone.

mod difference;
mod written;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::axis::Axis;
use super::grid::{Grid, PolicySetting};
use super::key::{KeyBase, RunKey};
use super::row::RowOptions;
use super::seeds::Seeds;
use crate::policy;
use written::Written;

/// The runs of a sweep: settings, seeds, and what identifies the workload under each setting that shapes it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "Written", into = "Written")]
pub struct SweepOutline {
    pub(super) grid: Grid,
    pub(super) seeds: Seeds,
    pub(super) options: RowOptions,
    /// The combination that sets nothing.
    pub(super) defaults: Option<usize>,
    /// By [`shape`](SweepOutline::shape).
    pub(super) bases: BTreeMap<Vec<usize>, KeyBase>,
}

impl SweepOutline {
    /// Returns the settings and their values.
    #[must_use]
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// Returns the seeds.
    #[must_use]
    pub fn seeds(&self) -> &[u64] {
        self.seeds.as_slice()
    }

    /// Returns the options of its rows.
    #[must_use]
    pub fn options(&self) -> &RowOptions {
        &self.options
    }

    /// Returns the combination that is the [defaults](super::SweepPlan::with_defaults), if it is known and there is one.
    #[must_use]
    pub fn defaults(&self) -> Option<usize> {
        self.defaults
    }

    /// Returns the number of combinations of settings.
    #[must_use]
    pub fn combinations(&self) -> usize {
        // At most RUNS_MOST.
        self.grid.combinations() as usize
    }

    /// Returns the number of runs.
    #[must_use]
    pub fn runs(&self) -> usize {
        self.combinations() * self.seeds().len()
    }

    /// Returns the combination of settings of a run.
    #[must_use]
    pub fn combination(&self, run: usize) -> usize {
        run / self.seeds().len()
    }

    /// Returns the settings of a run, including those that shape its workload.
    #[must_use]
    pub fn settings(&self, run: usize) -> Vec<PolicySetting> {
        self.grid.settings(self.combination(run))
    }

    /// Returns the seed of a run.
    #[must_use]
    pub fn seed(&self, run: usize) -> u64 {
        self.seeds()[run % self.seeds().len()]
    }

    /// Returns the key that identifies a run, in this sweep and in others.
    #[must_use]
    pub fn key(&self, run: usize) -> RunKey {
        // There is a base for every combination.
        let base = &self.bases[&self.shape(self.combination(run))];
        base.key(&self.settings(run), self.seed(run))
    }

    /// The indices of the values of the axes that shape the workload; 0 for the other axes.
    pub(super) fn shape(&self, combination: usize) -> Vec<usize> {
        let indices = self.grid.indices(combination);
        let of = |(axis, index): (&Axis, usize)| if policy::shapes_workload(&axis.key) { index } else { 0 };
        self.grid.axes().iter().zip(indices).map(of).collect()
    }
}
