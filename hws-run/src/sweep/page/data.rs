//! The data of a page, as JSON: the metrics by name, and a section for each workload.

use std::collections::BTreeMap;

use serde::Serialize;

use super::columns::Columns;
use super::combinations::Combinations;
use super::direction::Direction;
use super::section::Section;
use crate::sweep::{Sample, SweepTable};

/// Most quantiles: that of the last one is less than half a percent above that of any number of seeds.
const QUANTILES: usize = 400;

/// Everything that a page shows.
#[derive(Serialize)]
pub(super) struct Data {
    metrics: Vec<MetricName>,
    /// The quantile of Student's t for 1, 2, … degrees of freedom, as far as a page needs them.
    quantiles: Vec<f64>,
    sections: Vec<Section>,
}

/// What a metric means.
#[derive(Serialize)]
struct MetricName {
    name: String,
    unit: String,
    text: String,
    better: Direction,
}

impl Data {
    pub(super) fn new(table: &SweepTable, columns: &Columns) -> Self {
        let metrics = columns.metrics.iter().map(|&column| {
            let column = &table.columns[column];
            MetricName {
                name: column.name.clone(),
                unit: column.unit.clone(),
                text: column.description.clone(),
                better: Direction::of(&column.name),
            }
        });
        let workloads = workloads(table, columns);
        let parts = workloads.len();
        let sections = workloads.into_iter().map(|(workload, rows)| {
            let combinations = Combinations::new(table, columns, &rows);
            Section::new(workload, table, columns, combinations, parts)
        });
        let (metrics, sections) = (metrics.collect(), sections.collect::<Vec<Section>>());
        let most = sections.iter().map(Section::seeds).max().unwrap_or_default();
        Self { metrics, quantiles: (1..most.min(QUANTILES)).filter_map(Sample::quantile).collect(), sections }
    }
}

/// Returns the workloads in the order of the table, each with its rows; without such a column one without a name.
fn workloads(table: &SweepTable, columns: &Columns) -> Vec<(Option<String>, Vec<usize>)> {
    let Some(column) = columns.workload else { return vec![(None, (0..table.rows.len()).collect())] };
    let mut known: BTreeMap<String, usize> = BTreeMap::new();
    let mut list: Vec<(Option<String>, Vec<usize>)> = Vec::new();
    for (row, cells) in table.rows.iter().enumerate() {
        let (name, next) = (cells[column].to_string(), list.len());
        let place = *known.entry(name.clone()).or_insert(next);
        if place == next {
            list.push((Some(name), Vec::new()));
        }
        list[place].1.push(row);
    }
    list
}
