//! How much slower graphs are together than alone, and how evenly.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::DagMetrics;
use crate::bounds::narrow;

/// Over the graphs that finished in both runs, in thousandths.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Slowdown {
    /// The smallest.
    pub min_permille: u64,
    /// The mean, rounded down.
    pub mean_permille: u64,
    /// The largest.
    pub max_permille: u64,
    /// The largest per thousand of the smallest, rounded down: 1000 is perfectly fair.
    pub unfairness_permille: Option<u64>,
}

impl Slowdown {
    pub(super) fn new(dags: &[DagMetrics]) -> Option<Self> {
        let slowdowns: Vec<u64> = dags.iter().filter_map(|dag| dag.slowdown_permille).collect();
        let (&min, &max) = (slowdowns.iter().min()?, slowdowns.iter().max()?);
        let sum: u128 = slowdowns.iter().map(|&slowdown| u128::from(slowdown)).sum();
        Some(Self {
            min_permille: min,
            mean_permille: narrow(sum / slowdowns.len() as u128),
            max_permille: max,
            unfairness_permille: (u128::from(max) * 1000).checked_div(min.into()).map(narrow),
        })
    }
}
