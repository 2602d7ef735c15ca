//! Rows as a table with typed columns, for files that other programs read.
//!
//! The columns are the settings by their keys (integers if all values of the axis are, text otherwise),
//! `seed`, `drained`, `problem` (why not drained), and the metrics.

use std::fmt;

use super::metrics::metric_names;
use super::outline::SweepOutline;
use super::row::SweepRow;
use crate::report::scalars::is_signed;

/// The type of a column; cells may also be empty.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ColumnKind {
    /// Unsigned integers of 64 bits.
    U64,
    /// Signed integers of 64 bits.
    I64,
    /// True or false.
    Bool,
    /// Text.
    Text,
}

/// A column.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Column {
    /// Its name, unique in the table.
    pub name: String,
    /// The type of its cells.
    pub kind: ColumnKind,
}

/// A value in a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Cell {
    /// In a column of [`ColumnKind::U64`].
    U64(u64),
    /// In a column of [`ColumnKind::I64`].
    I64(i64),
    /// In a column of [`ColumnKind::Bool`].
    Bool(bool),
    /// In a column of [`ColumnKind::Text`].
    Text(String),
    /// An empty cell.
    Null,
}

/// The text of a cell, as CSV files have it; nothing if it is empty.
impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::U64(number) => number.fmt(f),
            Self::I64(number) => number.fmt(f),
            Self::Bool(value) => value.fmt(f),
            Self::Text(text) => f.write_str(text),
            Self::Null => Ok(()),
        }
    }
}

/// Columns, and rows with one cell for each column.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct SweepTable {
    /// The columns.
    pub columns: Vec<Column>,
    /// The rows.
    pub rows: Vec<Vec<Cell>>,
}

impl SweepTable {
    /// Creates the table of the rows that have been made, in the order (settings, seed).
    #[must_use]
    pub fn new(plan: &SweepOutline, rows: &[Option<SweepRow>]) -> Self {
        let columns = columns(plan);
        let made = rows.iter().enumerate().filter_map(|(run, row)| Some((run, row.as_ref()?)));
        let rows = made.map(|(run, row)| cells(plan, &columns, run, row)).collect();
        Self { columns, rows }
    }
}

fn columns(plan: &SweepOutline) -> Vec<Column> {
    let column = |name: &str, kind| Column { name: name.to_owned(), kind };
    let axes = plan.grid().axes().iter();
    let settings = axes
        .map(|axis| column(&axis.key, if axis.is_numeric() { ColumnKind::I64 } else { ColumnKind::Text }));
    let fixed = [
        column("seed", ColumnKind::U64),
        column("drained", ColumnKind::Bool),
        column("problem", ColumnKind::Text),
    ];
    let metrics = metric_names().iter().map(|name| column(name, kind_of_metric(name)));
    settings.chain(fixed).chain(metrics).collect()
}

fn kind_of_metric(name: &str) -> ColumnKind {
    if is_signed(name) { ColumnKind::I64 } else { ColumnKind::U64 }
}

fn cells(plan: &SweepOutline, columns: &[Column], run: usize, row: &SweepRow) -> Vec<Cell> {
    let settings = plan.settings(run).into_iter().zip(columns);
    let settings = settings.map(|(setting, column)| match (column.kind, setting.value.parse()) {
        (ColumnKind::I64, Ok(number)) => Cell::I64(number),
        _ => Cell::Text(setting.value),
    });
    let problem = row.problem.clone().map_or(Cell::Null, Cell::Text);
    let fixed = [Cell::U64(plan.seed(run)), Cell::Bool(row.problem.is_none()), problem];
    let metrics =
        metric_names().iter().zip(&row.metrics).map(|(name, metric)| number(kind_of_metric(name), *metric));
    settings.chain(fixed).chain(metrics).collect()
}

fn number(kind: ColumnKind, value: Option<i128>) -> Cell {
    let cell = value.and_then(|value| match kind {
        ColumnKind::I64 => i64::try_from(value).ok().map(Cell::I64),
        _ => u64::try_from(value).ok().map(Cell::U64),
    });
    cell.unwrap_or(Cell::Null)
}
