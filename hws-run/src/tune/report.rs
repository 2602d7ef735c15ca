//! The result of a tuning, as values.

mod evaluation;

use serde::Serialize;

use super::change::TuneChange;
use super::machines::TunedMachines;
use super::plan::{TuneBudget, TunePlan};
use super::search::TuneFound;
use crate::sweep::{PolicySetting, Sample};
use evaluation::Evaluation;

/// What the held-out seeds say about a recommendation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum TuneVerdict {
    /// The 95 % confidence interval of the change lies below -[`LEAST_GAIN`](super::LEAST_GAIN) %; or the runs do not depend on seeds,
    /// and the change does.
    Gain,
    /// The interval reaches beyond that.
    Noise,
    /// The settings do not drain the workload with some held-out seed.
    Undrained,
    /// The tuning was stopped before the held-out seeds were run.
    Unmeasured,
}

/// The result of a tuning.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct TuneReport {
    /// The workloads.
    pub workloads: Vec<String>,
    /// What was minimised.
    pub objectives: Vec<String>,
    /// The seeds that chose.
    pub seeds: Vec<u64>,
    /// The seeds that measured; empty if the runs do not depend on seeds.
    pub held_out: Vec<u64>,
    /// The budget in runs; null for one in time, or an exhaustive search.
    pub budget_runs: Option<u64>,
    /// The number of runs, including those taken from the journal.
    pub runs: usize,
    /// Whether the tuning came to its end.
    pub is_complete: bool,
    /// The settings and the values that were tried besides those of the workload.
    pub space: Vec<TunedSetting>,
    /// The best settings, or the Pareto front; empty if nothing is better than the defaults on the selection seeds.
    pub best: Vec<TunedPoint>,
    /// What each setting does.
    pub effects: Vec<TuneEffect>,
    /// Every point that was tried, best first.
    pub tried: Vec<TriedPoint>,
}

/// A setting and its values.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct TunedSetting {
    /// The setting.
    pub key: String,
    /// The values that were tried.
    pub values: Vec<String>,
}

/// A recommendation, measured on the held-out seeds.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct TunedPoint {
    /// Its settings.
    pub settings: Vec<PolicySetting>,
    /// The same as options of a run: `--policy KEY=VALUE …`.
    pub options: String,
    /// For each objective, what the held-out seeds say.
    pub verdicts: Vec<TuneVerdict>,
    /// The change of each objective over all workloads.
    pub changes: Vec<Option<TuneChange>>,
    /// The same for each workload, with the metrics.
    pub workloads: Vec<TunedWorkload>,
    /// The settings on the machines: configurations and register writes.
    pub machines: TunedMachines,
}

/// A recommendation on one workload.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct TunedWorkload {
    /// The workload.
    pub name: String,
    /// The change of each objective.
    pub changes: Vec<Option<TuneChange>>,
    /// The metrics of the objectives.
    pub metrics: Vec<TunedMetric>,
    /// Why a run was not drained.
    pub problem: Option<String>,
}

/// A metric with the defaults and with the recommendation, over the seeds.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct TunedMetric {
    /// Its name, as in sweeps.
    pub metric: &'static str,
    /// With the defaults.
    pub defaults: Option<Sample>,
    /// With the recommendation.
    pub tuned: Option<Sample>,
    /// The second minus the first, seed by seed.
    pub difference: Option<Sample>,
}

/// What a value of a setting does, on the selection seeds.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct TuneEffect {
    /// The setting.
    pub key: String,
    /// The value.
    pub value: String,
    /// The change of each objective when only this is set; null if it was not tried alone, or not drained.
    pub alone: Vec<Option<TuneChange>>,
    /// The change of the objective when the best point is without it; null if that was not tried.
    pub without: Option<TuneChange>,
}

/// A point that was tried.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct TriedPoint {
    /// Its settings; empty: the defaults.
    pub settings: Vec<PolicySetting>,
    /// The number of its selection seeds.
    pub seeds: usize,
    /// The change of each objective on these, in comparison with the defaults.
    pub changes: Vec<Option<TuneChange>>,
    /// Why it is disqualified: workload, seed and reason.
    pub problem: Option<String>,
}

impl TuneReport {
    /// Evaluates the runs of a search. `machine` describes the settings of a point.
    #[must_use]
    pub fn new(
        plan: &TunePlan,
        found: &TuneFound,
        machine: &mut dyn FnMut(&[PolicySetting]) -> TunedMachines,
    ) -> Self {
        let evaluation = Evaluation::new(plan, found);
        let dimensions = plan.space.dimensions().iter();
        let space = dimensions
            .map(|dimension| TunedSetting { key: dimension.key.clone(), values: dimension.values.clone() });
        Self {
            workloads: plan.workloads.clone(),
            objectives: plan.objectives.iter().map(|objective| objective.text().to_owned()).collect(),
            seeds: plan.seeds.clone(),
            held_out: plan.held_out.clone(),
            budget_runs: match plan.budget {
                TuneBudget::Runs(runs) => Some(runs),
                TuneBudget::Seconds(_) | TuneBudget::Exhaustive => None,
            },
            runs: found.trials.points().iter().map(|point| found.trials.of(point).count()).sum(),
            is_complete: found.is_complete,
            space: space.collect(),
            best: found.best.iter().map(|point| evaluation.best(point, machine)).collect(),
            effects: evaluation.effects(),
            tried: evaluation.tried(),
        }
    }

    /// Returns the recommendations: best points with a gain in some objective.
    pub fn recommended(&self) -> impl Iterator<Item = &TunedPoint> {
        self.best.iter().filter(|point| point.verdicts.contains(&TuneVerdict::Gain) && !point.is_undrained())
    }

    /// Returns the number of points that were disqualified.
    #[must_use]
    pub fn disqualified(&self) -> usize {
        self.tried.iter().filter(|tried| tried.problem.is_some()).count()
    }
}

impl TunedPoint {
    /// Returns whether some held-out run was not drained.
    #[must_use]
    pub fn is_undrained(&self) -> bool {
        self.verdicts.contains(&TuneVerdict::Undrained)
    }
}
