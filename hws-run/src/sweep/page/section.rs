//! What a page has of one workload.

use serde::Serialize;

use super::columns::Columns;
use super::combinations::{Combination, Combinations, Setting};
use super::keep;
use super::measure::{Constant, Kept, Measure};
use super::series::Series;
use crate::sweep::{Cell, Column, SweepTable};

/// The runs of a workload.
#[derive(Serialize)]
pub(super) struct Section {
    /// Its name, if the table has that column.
    workload: Option<String>,
    /// The number of all runs, combinations and seeds, of which the page may have fewer.
    runs: usize,
    combinations: usize,
    seeds: usize,
    settings: Vec<SettingData>,
    /// The combinations of the page, in the order of the table.
    rows: Vec<CombinationData>,
    /// The place among `rows` of the combination with which the others are compared; none without a run.
    baseline: Option<usize>,
    /// It changes nothing.
    is_default: bool,
    /// The seeds of which the page has single runs.
    kept_seeds: Vec<u64>,
    /// The metrics that differ.
    measures: Vec<Measure>,
    /// The metrics that are the same in all runs.
    constants: Vec<Constant>,
    /// [`SweepTable::conclusion`].
    #[serde(skip_serializing_if = "Option::is_none")]
    conclusion: Option<String>,
}

/// A setting and its values.
#[derive(Serialize)]
struct SettingData {
    name: String,
    unit: String,
    text: String,
    /// Its value in the combination that changes nothing.
    default: Option<String>,
    is_numeric: bool,
    /// Null: not set.
    values: Vec<Option<String>>,
}

/// A combination.
#[derive(Serialize)]
struct CombinationData {
    /// The place of the value of each setting.
    values: Vec<usize>,
    runs: usize,
    drained: usize,
    /// The problem of its first run that was not drained.
    problem: Option<String>,
}

impl Section {
    /// Collects the runs of one of so many workloads.
    pub(super) fn new(
        workload: Option<String>,
        table: &SweepTable,
        columns: &Columns,
        all: Combinations,
        workloads: usize,
    ) -> Self {
        let rows: Vec<CombinationData> = all.list.iter().map(|of| combination(table, columns, of)).collect();
        let drained: Vec<usize> = rows.iter().map(|row| row.drained).collect();
        let is_default =
            |of: &Combination| of.rows.iter().any(|&row| table.is_default.get(row) == Some(&true));
        let defaults = all.list.iter().position(is_default);
        let baseline = defaults.unwrap_or_default();
        let default_value =
            |setting: usize| defaults.map(|combination| all.list[combination].values[setting]);
        let settings: Vec<SettingData> = all
            .settings
            .iter()
            .zip(&columns.settings)
            .enumerate()
            .map(|(at, (of, &column))| SettingData::new(of, &table.columns[column], default_value(at)))
            .collect();
        let series: Vec<(usize, Series)> = columns
            .metrics
            .iter()
            .enumerate()
            .map(|(place, &column)| (place, Series::new(table, columns, &all, column)))
            .filter(|(_, series)| !series.is_empty())
            .collect();
        let constants = series.iter().filter_map(|(metric, of)| Constant::new(*metric, of)).collect();
        let varying: Vec<(usize, Series)> =
            series.into_iter().filter(|(_, series)| series.constant().is_none()).collect();
        let cells = varying.len() * workloads;
        let measures = varying.iter().map(|(metric, series)| {
            let name = &table.columns[columns.metrics[*metric]].name;
            Measure::new(*metric, name, series, &all, &drained, baseline)
        });
        let mut measures: Vec<Measure> = measures.collect();
        let in_order: Vec<usize> = (0..all.list.len()).collect();
        let ranked = measures.first().map_or(&in_order, |measure| &measure.order);
        let combinations = keep::combinations(ranked, &[baseline], cells);
        let kept = Kept { seeds: keep::seeds(all.seeds.len(), combinations.len(), cells), combinations };
        measures.iter_mut().zip(&varying).for_each(|(measure, (_, series))| measure.keep(&kept, series));
        Self {
            workload,
            runs: all.list.iter().map(|combination| combination.rows.len()).sum(),
            combinations: all.list.len(),
            seeds: all.seeds.len(),
            settings,
            baseline: kept.combinations.binary_search(&baseline).ok(),
            is_default: defaults.is_some(),
            rows: keep::only(rows, &kept.combinations),
            kept_seeds: kept.seeds.iter().map(|&seed| all.seeds[seed]).collect(),
            measures,
            constants,
            conclusion: table.conclusion.clone(),
        }
    }

    /// The number of its seeds.
    pub(super) fn seeds(&self) -> usize {
        self.seeds
    }
}

impl SettingData {
    fn new(setting: &Setting, column: &Column, default: Option<usize>) -> Self {
        Self {
            name: setting.name.clone(),
            unit: column.unit.clone(),
            text: column.description.clone(),
            default: default.and_then(|value| setting.values[value].clone()),
            is_numeric: setting.is_numeric,
            values: setting.values.clone(),
        }
    }
}

fn combination(table: &SweepTable, columns: &Columns, of: &Combination) -> CombinationData {
    let is_drained = |&&row: &&usize| table.rows[row][columns.drained] == Cell::Bool(true);
    let troubled = of.rows.iter().find(|&row| !is_drained(&row));
    CombinationData {
        values: of.values.clone(),
        runs: of.rows.len(),
        drained: of.rows.iter().filter(is_drained).count(),
        problem: troubled.map(|&row| table.rows[row][columns.problem].to_string()),
    }
}
