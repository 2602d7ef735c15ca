//! Rows as a table with typed columns, for files that other programs read.
//!
//! The columns are those of the [run](RunColumns), `drained`, `problem` (why not drained), the metrics, and the program that made the runs.
//! Metrics are signed, because tables are made to subtract them; those beyond 2^63 - 1, which saturated bounds can be, are that number.

use super::column::{Cell, Column, ColumnKind};
use super::metrics::metric_infos;
use super::outline::SweepOutline;
use super::program::SweepProgram;
use super::row::SweepRow;
use super::run_columns::RunColumns;

/// Returns the columns of the metrics, in the order of a row.
pub fn metric_columns() -> impl Iterator<Item = Column> {
    metric_infos()
        .iter()
        .map(|info| Column::new(info.name, ColumnKind::I64, &*info.description).with_unit(info.unit))
}

/// Returns the cell of a metric.
#[must_use]
pub fn metric_cell(value: Option<i128>) -> Cell {
    // What may be negative has 64 bits.
    value.map_or(Cell::Null, |value| Cell::I64(i64::try_from(value).unwrap_or(i64::MAX)))
}

/// Columns, and rows with one cell for each column.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct SweepTable {
    /// The columns.
    pub columns: Vec<Column>,
    /// The rows.
    pub rows: Vec<Vec<Cell>>,
    /// For each row, whether its settings change nothing.
    pub is_default: Vec<bool>,
    /// What a tuning concludes from all of its runs, for a reader; none of a sweep, whose reader concludes.
    pub conclusion: Option<String>,
}

impl SweepTable {
    /// Creates the table of runs with these columns; it has no rows yet.
    #[must_use]
    pub fn new(runs: &RunColumns) -> Self {
        let outcome = [
            Column::new(
                "drained",
                ColumnKind::Bool,
                "Every kernel is done, every SIP idle, nothing reserved",
            ),
            Column::new("problem", ColumnKind::Text, "Why the run was not drained"),
        ];
        let program = [
            Column::new("version", ColumnKind::Text, "The version of the program"),
            Column::new("register_map", ColumnKind::Text, "The fingerprint of its register map"),
        ];
        let columns = runs.columns().iter().cloned();
        let columns = columns.chain(outcome).chain(metric_columns()).chain(program);
        Self { columns: columns.collect(), ..Self::default() }
    }

    /// Creates the table of the workloads of a sweep with their names, one below the other. `rows` has a row for each run, in the order
    /// (workload, settings, seed); a run that has not been made has no row in the table.
    #[must_use]
    pub fn of_workloads(workloads: &[(&str, &SweepOutline)], rows: &[Option<SweepRow>]) -> Self {
        // All workloads have the same axes, and so the same columns.
        let Some((_, first)) = workloads.first() else { return Self::default() };
        let runs = RunColumns::of(first);
        let mut table = Self::new(&runs);
        let mut rest = rows.iter();
        for &(name, sweep) in workloads {
            for (run, row) in rest.by_ref().take(sweep.runs()).enumerate() {
                let is_default = sweep.defaults() == Some(sweep.combination(run));
                if let Some(row) = row {
                    table.push(runs.cells_of(name, sweep, run), row, is_default);
                }
            }
        }
        table
    }

    /// Adds the row of a run with its cells, and whether its settings change nothing.
    pub fn push(&mut self, run: Vec<Cell>, row: &SweepRow, is_default: bool) {
        let problem = row.problem.clone().map_or(Cell::Null, Cell::Text);
        let metrics = row.metrics.iter().map(|&metric| metric_cell(metric));
        let SweepProgram { version, register_map } = SweepProgram::this();
        let mut cells = run;
        cells.extend([Cell::Bool(row.problem.is_none()), problem]);
        cells.extend(metrics.chain([Cell::Text(version), Cell::Text(register_map)]));
        self.rows.push(cells);
        self.is_default.push(is_default);
    }
}
