//! The runs of a tuning, and how they compare with the defaults.

use std::collections::BTreeMap;

use super::change::TuneChange;
use super::objective::Objective;
use super::space::TunePoint;
use crate::sweep::SweepRow;

/// A run: a point of the space, a workload, a seed.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct TuneRun {
    /// The settings.
    pub point: TunePoint,
    /// The workload, from 0.
    pub workload: usize,
    /// Its seed.
    pub seed: u64,
}

/// The rows of the runs that have been made.
#[derive(Clone, Debug, Default)]
pub struct Trials {
    rows: BTreeMap<TuneRun, SweepRow>,
    /// The points in the order in which they were first tried.
    order: Vec<TunePoint>,
    workloads: usize,
}

impl Trials {
    pub(super) fn new(workloads: usize) -> Self {
        Self { workloads, ..Self::default() }
    }

    pub(super) fn add(&mut self, run: TuneRun, row: SweepRow) {
        if self.of(&run.point).next().is_none() {
            self.order.push(run.point.clone());
        }
        self.rows.insert(run, row);
    }

    /// Returns the points in the order in which they were first tried.
    #[must_use]
    pub fn points(&self) -> &[TunePoint] {
        &self.order
    }

    /// Returns the runs of a point with their rows, by workload and seed.
    pub fn of(&self, point: &TunePoint) -> impl Iterator<Item = (&TuneRun, &SweepRow)> {
        let first = TuneRun { point: point.clone(), workload: 0, seed: 0 };
        let last = TuneRun { point: point.clone(), workload: usize::MAX, seed: u64::MAX };
        self.rows.range(first..=last)
    }

    /// Returns the row of a run, if it has been made.
    #[must_use]
    pub fn row(&self, point: &TunePoint, workload: usize, seed: u64) -> Option<&SweepRow> {
        self.rows.get(&TuneRun { point: point.clone(), workload, seed })
    }

    /// Returns the first run of a point that was not drained, with the reason.
    #[must_use]
    pub fn problem(&self, point: &TunePoint) -> Option<(&TuneRun, &str)> {
        self.of(point).find_map(|(run, row)| Some((run, row.problem.as_deref()?)))
    }

    /// The number of these seeds with which every workload has been run.
    pub(super) fn seeds(&self, point: &TunePoint, seeds: &[u64]) -> usize {
        let is_whole = |&&seed: &&u64| (0..self.workloads).all(|w| self.row(point, w, seed).is_some());
        seeds.iter().take_while(is_whole).count()
    }

    /// The logarithms of the ratio of one point to another, the base, one for each seed with which both were run: the mean over
    /// the workloads, or those of one of them. Empty if a run is missing or was not drained.
    pub(super) fn log_ratios(
        &self,
        objective: &Objective,
        (point, base): (&TunePoint, &TunePoint),
        seeds: &[u64],
        workload: Option<usize>,
    ) -> Vec<f64> {
        let workloads = workload.map_or(0..self.workloads, |workload| workload..workload + 1);
        let of_seed = |&seed: &u64| {
            let mut sum = 0.0;
            for workload in workloads.clone() {
                let row = |point| self.row(point, workload, seed);
                sum += objective.log_ratio(row(point)?, row(base)?)?;
            }
            Some(sum / workloads.len() as f64)
        };
        seeds.iter().map(of_seed).collect::<Option<_>>().unwrap_or_default()
    }

    /// The change of an objective from one point to another; none if a run is missing or was not drained.
    pub(super) fn change(
        &self,
        objective: &Objective,
        points: (&TunePoint, &TunePoint),
        seeds: &[u64],
        workload: Option<usize>,
    ) -> Option<TuneChange> {
        TuneChange::from_logs(&self.log_ratios(objective, points, seeds, workload))
    }
}
