//! What a sweep came to: each setting's means over the seeds, and how they differ from the first's.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use super::metrics::metric_names;
use super::plan::Plan;
use super::row::Row;
use super::stats::Sample;

/// All settings, in the order of the sweep.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Summary {
    /// How many runs the sweep has.
    pub runs: usize,
    /// How many of them have been made.
    pub made: usize,
    /// The keys of the settings that have more than one value, in the order of the sweep.
    pub varying: Vec<String>,
    /// The settings.
    pub settings: Vec<SettingSummary>,
}

/// The runs of one setting.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SettingSummary {
    /// What was set: value by key.
    pub settings: BTreeMap<String, String>,
    /// How many of its runs have been made.
    pub made: usize,
    /// How many of these were drained; the others have no metrics.
    pub drained: usize,
    /// Each metric, of the drained runs in which it has a value.
    pub metrics: BTreeMap<&'static str, MetricSummary>,
}

/// A metric of one setting.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MetricSummary {
    /// Over its seeds; null when no run has a value.
    pub values: Option<Sample>,
    /// Value minus the value of the first setting with the same seed, over the seeds in which both have
    /// one; null for the first setting, and when there is no such seed.
    pub difference: Option<Sample>,
}

impl Summary {
    /// Summarises the rows of a plan; a run that has not been made has none.
    #[must_use]
    pub fn new(plan: &Plan, rows: &[Option<Row>]) -> Self {
        let groups: Vec<&[Option<Row>]> = rows.chunks(plan.seeds().len()).collect();
        let first = groups.first().copied().unwrap_or_default();
        let settings = groups.iter().enumerate().map(|(combination, group)| SettingSummary {
            settings: plan.grid().settings(combination).into_iter().map(|set| (set.key, set.value)).collect(),
            made: group.iter().flatten().count(),
            drained: group.iter().flatten().filter(|row| row.problem.is_none()).count(),
            metrics: metrics(group, (combination > 0).then_some(first)),
        });
        let axes = plan.grid().axes().iter().filter(|axis| axis.values.len() > 1);
        Self {
            runs: plan.runs(),
            made: rows.iter().flatten().count(),
            varying: axes.map(|axis| axis.key.clone()).collect(),
            settings: settings.collect(),
        }
    }
}

fn metrics(group: &[Option<Row>], first: Option<&[Option<Row>]>) -> BTreeMap<&'static str, MetricSummary> {
    let of = |(metric, &name): (usize, &&'static str)| {
        let values: Vec<f64> = group.iter().filter_map(|row| value(row, metric)).collect();
        let pairs = first.into_iter().flat_map(|first| first.iter().zip(group));
        let differences: Vec<f64> =
            pairs.filter_map(|(first, row)| Some(value(row, metric)? - value(first, metric)?)).collect();
        (name, MetricSummary { values: Sample::of(&values), difference: Sample::of(&differences) })
    };
    metric_names().iter().enumerate().map(of).collect()
}

fn value(row: &Option<Row>, metric: usize) -> Option<f64> {
    let value = *row.as_ref()?.metrics.get(metric)?;
    value.map(|value| value as f64)
}
