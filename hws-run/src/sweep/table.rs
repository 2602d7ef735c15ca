//! Rows as a table with typed columns, for files that other programs read.
//!
//! The columns are the settings by their keys (integers if all values of the axis are, text otherwise), `seed`, `drained`, `problem` (why
//! not drained), the metrics, and the program that made the runs. Metrics are signed, because tables are made to subtract them; those
//! beyond 2^63 - 1, which saturated bounds can be, are that number.

use std::fmt;

use super::axis::Axis;
use super::metrics::metric_infos;
use super::outline::SweepOutline;
use super::program::SweepProgram;
use super::row::SweepRow;
use crate::policy;

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
    /// The unit of its numbers; empty if they have none.
    pub unit: String,
    /// Its meaning.
    pub description: String,
}

impl Column {
    /// Creates a column without a unit.
    #[must_use]
    pub fn new(name: impl Into<String>, kind: ColumnKind, description: impl Into<String>) -> Self {
        Self { name: name.into(), kind, unit: String::new(), description: description.into() }
    }

    /// Returns the column with a unit.
    #[must_use]
    pub fn with_unit(self, unit: impl Into<String>) -> Self {
        Self { unit: unit.into(), ..self }
    }
}

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
    /// For each row, whether its settings change nothing.
    pub is_default: Vec<bool>,
}

impl SweepTable {
    /// Creates the table of the rows that have been made, in the order (settings, seed).
    #[must_use]
    pub fn new(plan: &SweepOutline, rows: &[Option<SweepRow>]) -> Self {
        let columns = columns(plan);
        let made = rows.iter().enumerate().filter_map(|(run, row)| Some((run, row.as_ref()?)));
        let of_run =
            |(run, row)| (cells(plan, &columns, run, row), plan.defaults() == Some(plan.combination(run)));
        let (rows, is_default) = made.map(of_run).unzip();
        Self { columns, rows, is_default }
    }
}

fn columns(plan: &SweepOutline) -> Vec<Column> {
    let settings = plan.grid().axes().iter().map(setting);
    let fixed = [
        Column::new("seed", ColumnKind::U64, "The seed of real times and faults"),
        Column::new("drained", ColumnKind::Bool, "Every kernel is done, every SIP idle, nothing reserved"),
        Column::new("problem", ColumnKind::Text, "Why the run was not drained"),
    ];
    let program = [
        Column::new("version", ColumnKind::Text, "The version of the program"),
        Column::new("register_map", ColumnKind::Text, "The fingerprint of its register map"),
    ];
    settings.chain(fixed).chain(metric_columns()).chain(program).collect()
}

/// The column of an axis, with the unit and the meaning of its policy.
fn setting(axis: &Axis) -> Column {
    let kind = if axis.is_numeric() { ColumnKind::I64 } else { ColumnKind::Text };
    let (unit, effect) = policy::describe(&axis.key).unwrap_or_default();
    Column::new(&*axis.key, kind, effect).with_unit(unit)
}

fn cells(plan: &SweepOutline, columns: &[Column], run: usize, row: &SweepRow) -> Vec<Cell> {
    let settings = plan.settings(run).into_iter().zip(columns);
    let settings = settings.map(|(setting, column)| match (column.kind, setting.value.parse()) {
        (ColumnKind::I64, Ok(number)) => Cell::I64(number),
        _ => Cell::Text(setting.value),
    });
    let problem = row.problem.clone().map_or(Cell::Null, Cell::Text);
    let fixed = [Cell::U64(plan.seed(run)), Cell::Bool(row.problem.is_none()), problem];
    let metrics = row.metrics.iter().map(|&metric| metric_cell(metric));
    let SweepProgram { version, register_map } = SweepProgram::this();
    let program = [Cell::Text(version), Cell::Text(register_map)];
    settings.chain(fixed).chain(metrics).chain(program).collect()
}
