//! A line of `graphs.jsonl` or `kernels.jsonl`: the rows of one run, column by column.

use std::collections::BTreeMap;

use hws_run::sweep::{Cell, ColumnKind, RunTable, RunTableRows};
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A line.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct TableLine {
    pub(super) key: String,
    columns: BTreeMap<String, Vec<Value>>,
}

/// A line that is read only for the names and the lengths of its columns.
#[derive(Debug, Deserialize)]
pub(super) struct TableLineHead {
    pub(super) key: String,
    columns: BTreeMap<String, Vec<IgnoredAny>>,
}

impl TableLine {
    pub(super) fn new(key: String, rows: &RunTableRows) -> Self {
        let columns = rows.table().columns().iter().enumerate();
        let of_column = |at: usize| rows.rows().iter().map(|row| value(&row[at])).collect();
        Self { key, columns: columns.map(|(at, column)| (column.name.clone(), of_column(at))).collect() }
    }

    /// The line without its newline.
    pub(super) fn text(&self) -> String {
        // Texts and numbers can always be written.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Returns `None` if the line has other columns than the table has in this program.
    pub(super) fn rows(mut self, table: RunTable) -> Option<RunTableRows> {
        let columns = table.columns().iter();
        let columns = columns.map(|column| Some((column.kind, self.columns.remove(&column.name)?)));
        let columns: Vec<(ColumnKind, Vec<Value>)> = columns.collect::<Option<_>>()?;
        let length = columns.first().map_or(0, |(_, values)| values.len());
        if !self.columns.is_empty() || columns.iter().any(|(_, values)| values.len() != length) {
            return None;
        }
        let mut rows = vec![Vec::with_capacity(columns.len()); length];
        for (kind, values) in columns {
            for (row, value) in rows.iter_mut().zip(values) {
                row.push(cell(kind, value)?);
            }
        }
        RunTableRows::from_cells(table, rows)
    }
}

impl TableLineHead {
    /// Returns whether the line has the columns that the table has in this program.
    pub(super) fn fits(&self, table: RunTable) -> bool {
        let lengths = table.columns().iter().map(|column| self.columns.get(&column.name).map(Vec::len));
        let mut lengths = lengths.collect::<Vec<_>>();
        lengths.dedup();
        self.columns.len() == table.columns().len() && matches!(lengths[..], [Some(_)])
    }
}

fn value(cell: &Cell) -> Value {
    match cell {
        Cell::U64(number) => (*number).into(),
        Cell::I64(number) => (*number).into(),
        Cell::Bool(value) => (*value).into(),
        Cell::Text(text) => text.as_str().into(),
        Cell::Null => Value::Null,
    }
}

/// None: a value of another type.
fn cell(kind: ColumnKind, value: Value) -> Option<Cell> {
    match (kind, value) {
        (_, Value::Null) => Some(Cell::Null),
        (ColumnKind::Bool, Value::Bool(value)) => Some(Cell::Bool(value)),
        (ColumnKind::Text, Value::String(text)) => Some(Cell::Text(text)),
        (ColumnKind::I64, Value::Number(number)) => number.as_i64().map(Cell::I64),
        (ColumnKind::U64, Value::Number(number)) => number.as_u64().map(Cell::U64),
        _ => None,
    }
}
