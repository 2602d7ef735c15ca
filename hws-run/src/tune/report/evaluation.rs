//! From the runs of a search to the values of its report.

use super::super::change::TuneChange;
use super::super::machines::TunedMachines;
use super::super::plan::TunePlan;
use super::super::search::TuneFound;
use super::super::space::TunePoint;
use super::super::text::Arguments;
use super::{TriedPoint, TuneEffect, TuneVerdict, TunedMetric, TunedPoint, TunedWorkload};
use crate::sweep::{PolicySetting, Sample};

/// A search to be evaluated.
pub(super) struct Evaluation<'e> {
    plan: &'e TunePlan,
    found: &'e TuneFound,
    defaults: TunePoint,
}

impl<'e> Evaluation<'e> {
    pub(super) fn new(plan: &'e TunePlan, found: &'e TuneFound) -> Self {
        Self { plan, found, defaults: plan.space.defaults() }
    }

    /// The seeds that measure; those that chose if nothing depends on seeds.
    fn measuring(&self) -> &[u64] {
        if self.plan.held_out.is_empty() { &self.plan.seeds } else { &self.plan.held_out }
    }

    fn changes(&self, point: &TunePoint, seeds: &[u64], workload: Option<usize>) -> Vec<Option<TuneChange>> {
        let objectives = self.plan.objectives.iter();
        let trials = &self.found.trials;
        objectives
            .map(|objective| trials.change(objective, (point, &self.defaults), seeds, workload))
            .collect()
    }

    pub(super) fn best(
        &self,
        point: &TunePoint,
        machine: &mut dyn FnMut(&[PolicySetting]) -> TunedMachines,
    ) -> TunedPoint {
        let settings = self.plan.space.settings(point);
        let changes = self.changes(point, self.measuring(), None);
        let problem = self.found.trials.problem(point).or(self.found.trials.problem(&self.defaults));
        let verdict = |change: &Option<TuneChange>| match change {
            _ if problem.is_some() => TuneVerdict::Undrained,
            None => TuneVerdict::Unmeasured,
            Some(change) if change.is_gain() => TuneVerdict::Gain,
            Some(_) => TuneVerdict::Noise,
        };
        TunedPoint {
            verdicts: changes.iter().map(verdict).collect(),
            changes,
            workloads: (0..self.plan.workloads.len())
                .map(|workload| self.workload(point, workload))
                .collect(),
            machines: machine(&settings),
            options: Arguments(&settings).to_string(),
            settings,
        }
    }

    fn workload(&self, point: &TunePoint, workload: usize) -> TunedWorkload {
        let mut runs = self.found.trials.of(point).filter(|(run, _)| run.workload == workload);
        let goals = self.plan.objectives.iter().flat_map(|objective| objective.metrics());
        let mut metrics: Vec<TunedMetric> = Vec::new();
        for (metric, goal) in goals {
            if metrics.iter().all(|known| known.metric != goal.metric) {
                metrics.push(self.metric(point, workload, (metric, goal.metric)));
            }
        }
        TunedWorkload {
            name: self.plan.workloads[workload].clone(),
            changes: self.changes(point, self.measuring(), Some(workload)),
            metrics,
            problem: runs.find_map(|(_, row)| row.problem.clone()),
        }
    }

    fn metric(
        &self,
        point: &TunePoint,
        workload: usize,
        (metric, name): (usize, &'static str),
    ) -> TunedMetric {
        let value = |point: &TunePoint, seed| {
            let value = *self.found.trials.row(point, workload, seed)?.metrics.get(metric)?;
            value.map(|value| value as f64)
        };
        let seeds = self.measuring();
        let of =
            |point: &TunePoint| -> Vec<f64> { seeds.iter().filter_map(|&seed| value(point, seed)).collect() };
        let differences: Vec<f64> = seeds
            .iter()
            .filter_map(|&seed| Some(value(point, seed)? - value(&self.defaults, seed)?))
            .collect();
        TunedMetric {
            metric: name,
            defaults: Sample::from_values(&of(&self.defaults)),
            tuned: Sample::from_values(&of(point)),
            difference: Sample::from_values(&differences),
        }
    }

    /// Changes on the selection seeds with which a point was run.
    fn selected(&self, point: &TunePoint) -> (usize, Vec<Option<TuneChange>>) {
        let seeds = self.found.trials.seeds(point, &self.plan.seeds);
        (seeds, self.changes(point, &self.plan.seeds[..seeds], None))
    }

    pub(super) fn effects(&self) -> Vec<TuneEffect> {
        let mut effects = Vec::new();
        for (at, dimension) in self.plan.space.dimensions().iter().enumerate() {
            for (index, value) in dimension.values.iter().enumerate() {
                effects.push(TuneEffect {
                    key: dimension.key.clone(),
                    value: value.clone(),
                    alone: self.selected(&self.plan.space.single(at, index + 1)).1,
                    without: self.without(at, index + 1),
                });
            }
        }
        effects
    }

    fn without(&self, dimension: usize, value: usize) -> Option<TuneChange> {
        let best = self.found.reverted.as_ref().filter(|best| best.0[dimension] == value)?;
        let without = best.without(dimension);
        let seeds = &self.plan.seeds[..self.found.trials.seeds(&without, &self.plan.seeds)];
        self.found.trials.change(&self.plan.objectives[0], (&without, best), seeds, None)
    }

    /// Points by their number of seeds, then by their mean change.
    pub(super) fn tried(&self) -> Vec<TriedPoint> {
        let mut tried: Vec<TriedPoint> =
            self.found.trials.points().iter().map(|point| self.try_of(point)).collect();
        let mean = |tried: &TriedPoint| -> f64 {
            let all: Option<Vec<f64>> =
                tried.changes.iter().map(|change| Some(change.as_ref()?.percent)).collect();
            all.map_or(f64::INFINITY, |all| all.iter().sum())
        };
        tried.sort_by(|a, b| {
            let order = a.problem.is_some().cmp(&b.problem.is_some()).then(b.seeds.cmp(&a.seeds));
            order.then(mean(a).total_cmp(&mean(b)))
        });
        tried
    }

    fn try_of(&self, point: &TunePoint) -> TriedPoint {
        let (seeds, changes) = self.selected(point);
        let problem = self.found.trials.problem(point);
        TriedPoint {
            settings: self.plan.space.settings(point),
            seeds,
            changes,
            problem: problem.map(|(run, reason)| {
                format!("{}, seed {}: {reason}", self.plan.workloads[run.workload], run.seed)
            }),
        }
    }
}
