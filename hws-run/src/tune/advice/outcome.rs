//! What matters of a run that may be advised.

use std::cell::Cell;

use super::ADVISED_PERMILLE;
use crate::report::{BetterSettings, Report};
use crate::run::{Control, Progress, Reference, RunRecord, run_under};
use crate::sweep::PolicySetting;
use crate::workload::Workload;

/// The outcome of a run that was drained.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outcome {
    /// When the last block finished.
    pub(super) makespan: u64,
    /// When everything was drained.
    pub(super) end: u64,
    /// From the arrivals of the graphs to their ends, added up.
    pub(super) turnarounds: u128,
    /// Deadlines missed.
    pub(super) missed: u64,
}

/// Runs a workload, until a cycle if one is given; none if it is not drained by then.
pub(super) fn run(workload: &Workload, until: Option<u64>, is_stopped: &dyn Fn() -> bool) -> Option<Outcome> {
    let cycle = Cell::new(0);
    let note = |progress: Progress| cycle.set(progress.cycle.0);
    let is_late = || until.is_some_and(|until| cycle.get() > until) || is_stopped();
    let control = Control { stop: Some(&is_late), progress: Some(&note) };
    let (record, ()) = run_under(workload, &mut Reference, (), &control).ok()?;
    Outcome::of(workload, &record)
}

impl Outcome {
    /// None if the run is not drained.
    pub(super) fn of(workload: &Workload, record: &RunRecord) -> Option<Self> {
        if record.stopped || !record.drained {
            return None;
        }
        let finishes = record.dag_finishes(workload).zip(&workload.dags);
        let turnarounds =
            finishes.map(|(finish, dag)| finish.map_or(0, |finish| finish.0.saturating_sub(dag.arrival.0)));
        Some(Self {
            makespan: record.makespan,
            end: record.end.0,
            turnarounds: turnarounds.map(u128::from).sum(),
            missed: missed(workload, record),
        })
    }

    /// Whether it ends earlier by enough, and not at the cost of the graphs.
    pub(super) fn is_better(&self, than: &Self) -> bool {
        let (least, makespan) = (u128::from(1000 - ADVISED_PERMILLE), u128::from(than.makespan));
        u128::from(self.makespan) * 1000 <= makespan * least
            && self.turnarounds <= than.turnarounds
            && self.missed <= than.missed
    }

    /// These settings, with what they change.
    pub(super) fn instead_of(&self, base: &Self, settings: &[PolicySetting]) -> BetterSettings {
        let gain =
            u128::from(base.makespan.saturating_sub(self.makespan)) * 1000 / u128::from(base.makespan.max(1));
        // At most a thousand.
        let change_permille = -(gain as i64);
        let policies = settings.iter().map(|PolicySetting { key, value }| format!("{key}={value}"));
        BetterSettings { policies: policies.collect(), makespan: self.makespan, change_permille }
    }
}

fn missed(workload: &Workload, record: &RunRecord) -> u64 {
    let has = workload.kernels().any(|(dag, kernel)| dag.deadline.is_some() || kernel.deadline.is_some());
    if has { Report::new(workload, record).deadlines.map_or(0, |deadlines| deadlines.missed) } else { 0 }
}
