//! The comparison as JSON.

use serde::Serialize;

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
    pub(super) fn new(runs: &[Run], explanation: Option<&'a PairExplanation>) -> Self {
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
    fn new(run: &Run, first: &Run) -> Self {
        Self {
            run: run.name.clone(),
            drained: run.report["drained"] == true,
            workload_differs: differences::workload(&first.report, &run.report),
            settings_differ: differences::settings(&first.report, &run.report),
        }
    }
}

pub(super) fn scalars(runs: &[Run]) -> Vec<Compared> {
    let names = runs.first().into_iter().flat_map(|run| &run.scalars).map(|scalar| scalar.0);
    let values = |index: usize| runs.iter().map(|run| run.scalars[index].1).collect();
    names.enumerate().map(|(index, name)| Compared::new(name.to_owned(), values(index))).collect()
}

/// Graphs by name, in the order of the first run, followed by those of the other runs.
pub(super) fn turnarounds(runs: &[Run]) -> Vec<Compared> {
    let mut names: Vec<&str> = Vec::new();
    for name in runs.iter().flat_map(dags).filter_map(|dag| dag["name"].as_str()) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let turnaround =
        |run, name| dags(run).find(|dag| dag["name"] == name)?["turnaround"].as_u64().map(i128::from);
    let compared = names
        .iter()
        .map(|&name| Compared::new(name.to_owned(), runs.iter().map(|run| turnaround(run, name)).collect()));
    compared.collect()
}

fn dags(run: &Run) -> impl Iterator<Item = &serde_json::Value> {
    run.report["dags"].as_array().into_iter().flatten()
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
