//! Rows as a table: columns of one type each, for files that other programs read.
//!
//! The columns are the settings by their keys (integers if all values of the axis are, text otherwise),
//! `seed`, `drained`, `problem` (why not drained), and the metrics.

use super::metrics::metric_names;
use super::plan::Plan;
use super::row::Row;

/// The type of a column; a cell may hold nothing instead.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
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
    /// Its name, unlike every other of the table.
    pub name: String,
    /// What its cells hold.
    pub kind: Kind,
}

/// A value in a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Cell {
    /// Of a column of [`Kind::U64`].
    U64(u64),
    /// Of a column of [`Kind::I64`].
    I64(i64),
    /// Of a column of [`Kind::Bool`].
    Bool(bool),
    /// Of a column of [`Kind::Text`].
    Text(String),
    /// Nothing.
    Null,
}

/// Columns, and rows with one cell for each column.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Table {
    /// The columns.
    pub columns: Vec<Column>,
    /// The rows.
    pub rows: Vec<Vec<Cell>>,
}

impl Table {
    /// The rows that have been made, in the order (settings, seed).
    #[must_use]
    pub fn new(plan: &Plan, rows: &[Option<Row>]) -> Self {
        let columns = columns(plan);
        let made = rows.iter().enumerate().filter_map(|(run, row)| Some((run, row.as_ref()?)));
        let rows = made.map(|(run, row)| cells(plan, &columns, run, row)).collect();
        Self { columns, rows }
    }
}

fn columns(plan: &Plan) -> Vec<Column> {
    let column = |name: &str, kind| Column { name: name.to_owned(), kind };
    let axes = plan.grid().axes().iter();
    let settings = axes.map(|axis| column(&axis.key, if axis.is_numeric() { Kind::I64 } else { Kind::Text }));
    let fixed = [column("seed", Kind::U64), column("drained", Kind::Bool), column("problem", Kind::Text)];
    settings.chain(fixed).chain(metric_names().iter().map(|name| column(name, Kind::U64))).collect()
}

fn cells(plan: &Plan, columns: &[Column], run: usize, row: &Row) -> Vec<Cell> {
    let settings = plan.settings(run).into_iter().zip(columns);
    let settings = settings.map(|(setting, column)| match (column.kind, setting.value.parse()) {
        (Kind::I64, Ok(number)) => Cell::I64(number),
        _ => Cell::Text(setting.value),
    });
    let problem = row.problem.clone().map_or(Cell::Null, Cell::Text);
    let fixed = [Cell::U64(plan.seed(run)), Cell::Bool(row.problem.is_none()), problem];
    let metrics = row.metrics.iter().map(|metric| metric.map_or(Cell::Null, Cell::U64));
    settings.chain(fixed).chain(metrics).collect()
}
