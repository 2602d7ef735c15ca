//! The summary of a sweep: the means of each setting over the seeds, and their differences to the first one.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use super::metrics::metric_names;
use super::outline::SweepOutline;
use super::row::SweepRow;
use super::stats::Sample;

/// All settings, in the order of the sweep.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SweepSummary {
    /// The number of runs of the sweep.
    pub runs: usize,
    /// The number of runs that have been made.
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
    /// The values by key.
    pub settings: BTreeMap<String, String>,
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
    /// The value minus that of the first setting with the same seed, over the seeds for which both have one;
    /// null for the first setting, and if there is no such seed.
    pub difference: Option<Sample>,
}

impl SweepSummary {
    /// Summarises the rows of a plan; a run that has not been made has no row.
    #[must_use]
    pub fn new(plan: &SweepOutline, rows: &[Option<SweepRow>]) -> Self {
        let groups: Vec<&[Option<SweepRow>]> = rows.chunks(plan.seeds().len()).collect();
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

fn metrics(
    group: &[Option<SweepRow>],
    first: Option<&[Option<SweepRow>]>,
) -> BTreeMap<&'static str, MetricSummary> {
    let of = |(metric, &name): (usize, &&'static str)| {
        let values: Vec<f64> = group.iter().filter_map(|row| value(row, metric)).collect();
        let pairs = first.into_iter().flat_map(|first| first.iter().zip(group));
        let differences: Vec<f64> =
            pairs.filter_map(|(first, row)| Some(value(row, metric)? - value(first, metric)?)).collect();
        (
            name,
            MetricSummary {
                values: Sample::from_values(&values),
                difference: Sample::from_values(&differences),
            },
        )
    };
    metric_names().iter().enumerate().map(of).collect()
}

fn value(row: &Option<SweepRow>, metric: usize) -> Option<f64> {
    let value = *row.as_ref()?.metrics.get(metric)?;
    value.map(|value| value as f64)
}
