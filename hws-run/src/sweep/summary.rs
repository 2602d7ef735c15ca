//! The summary of a sweep: the means of each setting over the seeds, and their differences to the defaults.
//!
//! Settings are sorted, the best first; those of one workload stay together. If no setting of a sweep is the defaults, the differences
//! are to the first one.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use super::metrics::{metric_names, more_is_better};
use super::order::SweepOrder;
use super::outline::SweepOutline;
use super::row::SweepRow;
use super::stats::Sample;
use crate::policy;

/// All settings, the best first.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SweepSummary {
    /// The number of runs of the sweep.
    pub runs: usize,
    /// The number of runs that have been made.
    pub made: usize,
    /// The keys of the settings that have more than one value, in the order of the sweep.
    pub varying: Vec<String>,
    /// What the differences are to: the setting that has only default values, or the first one.
    pub reference: SweepReference,
    /// The settings.
    pub settings: Vec<SettingSummary>,
}

/// What differences are to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SweepReference {
    /// The setting that changes nothing: files, configuration and `--policy` alone.
    Defaults,
    /// The first setting of the sweep, because none is the defaults.
    First,
}

/// The runs of one setting.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SettingSummary {
    /// The workload; null if it has no name.
    pub workload: Option<String>,
    /// The values by key.
    pub settings: BTreeMap<String, String>,
    /// Whether the differences of the other settings of this workload are to this one.
    pub is_reference: bool,
    /// The number of its runs that have been made.
    pub made: usize,
    /// The number of these that were drained; the others have no metrics.
    pub drained: usize,
    /// Each metric, over the drained runs in which it has a value.
    pub metrics: BTreeMap<&'static str, MetricSummary>,
}

/// A metric of one setting.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MetricSummary {
    /// Over its seeds; null if no run has a value.
    pub values: Option<Sample>,
    /// The value minus that of the reference with the same seed, over the seeds for which both have one; null for the
    /// reference, and if there is no such seed.
    pub difference: Option<Sample>,
    /// Whether the 95 % interval of the difference contains 0: the seeds do not tell the two apart. Null without an
    /// interval.
    pub is_tie: Option<bool>,
}

impl SweepSummary {
    /// Summarises the rows of a plan, sorted by makespan; a run that has not been made has no row.
    #[must_use]
    pub fn new(plan: &SweepOutline, rows: &[Option<SweepRow>]) -> Self {
        Self::of_workloads(&[(None, plan)], rows, SweepOrder::default())
    }

    /// Summarises the rows of several workloads, one after the other, each under the same settings.
    #[must_use]
    pub fn of_workloads(
        workloads: &[(Option<&str>, &SweepOutline)],
        rows: &[Option<SweepRow>],
        order: SweepOrder,
    ) -> Self {
        let mut rest = rows;
        let mut settings = Vec::new();
        for &(name, plan) in workloads {
            let (own, later) = rest.split_at(plan.runs().min(rest.len()));
            rest = later;
            let mut its = of_workload(name, plan, own);
            order.sort(&mut its);
            settings.extend(its);
        }
        let axes = workloads.first().into_iter().flat_map(|(_, plan)| plan.grid().axes());
        let varying = axes.filter(|axis| axis.values.len() > 1).map(|axis| axis.key.clone());
        let workload = (workloads.len() > 1).then(|| policy::WORKLOAD.to_owned());
        let has_defaults = workloads.iter().all(|(_, plan)| plan.defaults().is_some());
        Self {
            runs: workloads.iter().map(|(_, plan)| plan.runs()).sum(),
            made: rows.iter().flatten().count(),
            varying: workload.into_iter().chain(varying).collect(),
            reference: if has_defaults { SweepReference::Defaults } else { SweepReference::First },
            settings,
        }
    }
}

/// The settings of a workload in the order of the plan.
fn of_workload(name: Option<&str>, plan: &SweepOutline, rows: &[Option<SweepRow>]) -> Vec<SettingSummary> {
    let groups: Vec<&[Option<SweepRow>]> = rows.chunks(plan.seeds().len()).collect();
    let reference = plan.defaults().unwrap_or(0);
    let base = groups.get(reference).copied().unwrap_or_default();
    let summary = |(combination, group): (usize, &&[Option<SweepRow>])| SettingSummary {
        workload: name.map(str::to_owned),
        settings: plan.grid().settings(combination).into_iter().map(|set| (set.key, set.value)).collect(),
        is_reference: combination == reference,
        made: group.iter().flatten().count(),
        drained: group.iter().flatten().filter(|row| row.problem.is_none()).count(),
        metrics: metrics(group, (combination != reference).then_some(base)),
    };
    groups.iter().enumerate().map(summary).collect()
}

fn metrics(
    group: &[Option<SweepRow>],
    base: Option<&[Option<SweepRow>]>,
) -> BTreeMap<&'static str, MetricSummary> {
    let of = |(metric, &name): (usize, &&'static str)| {
        let values: Vec<f64> = group.iter().filter_map(|row| value(row, metric)).collect();
        let pairs = base.into_iter().flat_map(|base| base.iter().zip(group));
        let differences: Vec<f64> =
            pairs.filter_map(|(base, row)| Some(value(row, metric)? - value(base, metric)?)).collect();
        let difference = Sample::from_values(&differences);
        let is_tie = difference.and_then(|sample| Some(sample.mean.abs() <= sample.half_width?));
        (name, MetricSummary { values: Sample::from_values(&values), difference, is_tie })
    };
    metric_names().iter().enumerate().map(of).collect()
}

fn value(row: &Option<SweepRow>, metric: usize) -> Option<f64> {
    let value = *row.as_ref()?.metrics.get(metric)?;
    value.map(|value| value as f64)
}

impl SettingSummary {
    /// Its mean of a metric, so that a smaller number is better; none without a value.
    pub(super) fn cost(&self, metric: &str) -> Option<f64> {
        let mean = self.metrics.get(metric)?.values?.mean;
        Some(if more_is_better(metric) { -mean } else { mean })
    }
}
