//! Searches over a bench whose makespans are known.

mod objectives;
mod reports;
mod searches;
mod spaces;

use std::collections::BTreeSet;

use super::*;
use crate::sweep::{SweepRow, metric_names};

/// Makespan by point, workload and seed; an error is the reason of a run that was not drained.
type Outcome = fn(&TuneRun) -> Result<u64, String>;

/// A bench that computes, and records what it is asked for.
struct Computed {
    outcome: Outcome,
    asked: Vec<TuneRun>,
    /// The number of runs after which it is stopped.
    most: usize,
}

impl Computed {
    fn new(outcome: Outcome) -> Self {
        Self { outcome, asked: Vec::new(), most: usize::MAX }
    }
}

impl TuneBench for Computed {
    type Error = String;

    fn make(&mut self, runs: &[TuneRun]) -> Result<Vec<Option<SweepRow>>, String> {
        let row = |run: &TuneRun| {
            self.asked.push(run.clone());
            (self.asked.len() <= self.most).then(|| row((self.outcome)(run)))
        };
        Ok(runs.iter().map(row).collect())
    }

    fn seconds(&self) -> f64 {
        self.asked.len() as f64
    }
}

/// Proposes the points of a space by their number, in large steps.
struct Strides<'s>(&'s TuneSpace, u128);

impl Proposer for Strides<'_> {
    fn propose(&mut self, _: &[(TunePoint, f64)]) -> TunePoint {
        self.1 += 7;
        self.0.point(self.1 % self.0.points())
    }
}

fn row(outcome: Result<u64, String>) -> SweepRow {
    let mut metrics = vec![None; metric_names().len()];
    if let Ok(makespan) = &outcome {
        metrics[0] = Some((*makespan).into());
    }
    SweepRow { problem: outcome.err(), metrics }
}

/// Three settings with three, two and two values besides the default.
fn space() -> TuneSpace {
    let dimension = |key: &str, values: &[&str]| TuneDimension {
        key: key.to_owned(),
        values: values.iter().map(|&value| value.to_owned()).collect(),
    };
    TuneSpace::new(vec![
        dimension("a", &["1", "2", "3"]),
        dimension("b", &["x", "y"]),
        dimension("c", &["1", "2"]),
    ])
}

fn plan(budget: TuneBudget) -> TunePlan {
    TunePlan {
        workloads: vec!["one".to_owned(), "two".to_owned()],
        space: space(),
        objectives: vec![Objective::default()],
        seeds: (0..4).collect(),
        held_out: (HELD_OUT_FIRST..HELD_OUT_FIRST + 4).collect(),
        budget,
    }
}

fn tune(plan: &TunePlan, bench: &mut Computed) -> Result<TuneReport, TuneHalt<String>> {
    let found = search(plan, bench, &mut Strides(&plan.space, 0))?;
    Ok(TuneReport::new(plan, &found, &mut |_| TunedMachines::default()))
}

/// a=2 takes 10 % off, b=x 5 %, the others nothing; each seed and workload has its own length, and some noise of 1 ‰.
fn two_matter(run: &TuneRun) -> Result<u64, String> {
    let length = 1_000_000 * (run.workload as u64 + 1) + 1000 * (run.seed % 7);
    let gain = if run.point.0[0] == 2 { 100 } else { 0 } + if run.point.0[1] == 1 { 50 } else { 0 };
    let noise = if run.point.changes() > 0 { run.seed % 3 } else { 0 };
    Ok(length * (1000 - gain + noise) / 1000)
}

fn settings(point: &TunedPoint) -> Vec<String> {
    point.settings.iter().map(|setting| format!("{}={}", setting.key, setting.value)).collect()
}

fn points(asked: &[TuneRun]) -> BTreeSet<TunePoint> {
    asked.iter().map(|run| run.point.clone()).collect()
}
