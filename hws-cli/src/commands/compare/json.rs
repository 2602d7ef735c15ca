//! The comparison as JSON.

use std::collections::{HashMap, HashSet};

use serde::Serialize;
use serde_json::Value;

use super::differences;
use super::explanation::PairExplanation;
use super::load::Run;

/// The version of the JSON: it increases when a key changes its meaning or is removed.
const SCHEMA_VERSION: u32 = 1;

/// Everything.
#[derive(Serialize)]
pub(super) struct Comparison<'a> {
    schema_version: u32,
    runs: Vec<One>,
    scalars: Vec<Compared>,
    turnarounds: Vec<Compared>,
    /// Of two runs, unless only tables are wanted.
    explanation: Option<&'a PairExplanation>,
}

/// One run, and how its workload and settings differ from those of the first.
#[derive(Serialize)]
struct One {
    run: String,
    drained: bool,
    workload_differs: Option<String>,
    settings_differ: Vec<String>,
}

/// A number in each run; null where a report has none.
#[derive(Serialize)]
pub(super) struct Compared {
    pub(super) name: String,
    pub(super) values: Vec<Option<i128>>,
    /// Each value minus the first.
    pub(super) differences: Vec<Option<i128>>,
    /// The difference in ten-thousandths of the first without its sign, rounded towards zero.
    pub(super) differences_per_10000: Vec<Option<i128>>,
}

impl<'a> Comparison<'a> {
    pub(super) fn new(runs: &[Run<'_>], explanation: Option<&'a PairExplanation>) -> Self {
        Self {
            schema_version: SCHEMA_VERSION,
            explanation,
            runs: runs.iter().map(|run| One::new(run, &runs[0])).collect(),
            scalars: scalars(runs),
            turnarounds: turnarounds(runs),
        }
    }
}

impl One {
    fn new(run: &Run<'_>, first: &Run<'_>) -> Self {
        Self {
            run: run.name.clone(),
            drained: run.report["drained"] == true,
            workload_differs: differences::workload(first, run),
            settings_differ: differences::settings(&first.report, &run.report),
        }
    }
}

pub(super) fn scalars(runs: &[Run<'_>]) -> Vec<Compared> {
    let names = runs.first().into_iter().flat_map(|run| &run.scalars).map(|scalar| scalar.0);
    let values = |index: usize| runs.iter().map(|run| run.scalars[index].1).collect();
    names.enumerate().map(|(index, name)| Compared::new(name.to_owned(), values(index))).collect()
}

/// Graphs by name, in the order of the first run, followed by those of the other runs.
pub(super) fn turnarounds(runs: &[Run<'_>]) -> Vec<Compared> {
    let mut names: Vec<&str> = Vec::new();
    let mut seen = HashSet::new();
    for name in runs.iter().flat_map(dags).filter_map(|dag| dag["name"].as_str()) {
        if seen.insert(name) {
            names.push(name);
        }
    }
    let by_name: Vec<HashMap<&str, Option<i128>>> = runs.iter().map(turnarounds_of).collect();
    let values = |name: &str| by_name.iter().map(|run| run.get(name).copied().flatten()).collect();
    names.iter().map(|&name| Compared::new(name.to_owned(), values(name))).collect()
}

/// The turnarounds of a run; of several graphs of one name, that of the first.
fn turnarounds_of<'r>(run: &'r Run<'_>) -> HashMap<&'r str, Option<i128>> {
    let turnaround =
        |dag: &'r Value| Some((dag["name"].as_str()?, dag["turnaround"].as_u64().map(i128::from)));
    dags(run).rev().filter_map(turnaround).collect()
}

fn dags<'r>(run: &'r Run<'_>) -> impl DoubleEndedIterator<Item = &'r Value> {
    run.report["dags"].as_array().map(Vec::as_slice).unwrap_or_default().iter()
}

impl Compared {
    fn new(name: String, values: Vec<Option<i128>>) -> Self {
        let first = values.first().copied().flatten();
        let difference = |value: &Option<i128>| Some((*value)? - first?);
        let differences: Vec<_> = values.iter().map(difference).collect();
        let relative = |difference: &Option<i128>| ((*difference)? * 10_000).checked_div(first?.abs());
        Self { name, differences_per_10000: differences.iter().map(relative).collect(), differences, values }
    }
}
