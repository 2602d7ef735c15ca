//! The table of a sweep, and the formats of its files.

use hws_host::sweep::SweepFormat;
use hws_run::sweep::{Cell, ColumnKind, SweepTable};
use pyo3::prelude::*;

use crate::errors;
use crate::table::{Column, PyTable, signed};

/// The files of a table, by name.
pub(super) fn format(name: &str) -> PyResult<SweepFormat> {
    match name {
        "parquet" => Ok(SweepFormat::Parquet),
        "csv" => Ok(SweepFormat::Csv),
        "both" => Ok(SweepFormat::Both),
        other => Err(errors::value(format_args!("format is `{other}`; give parquet, csv or both"))),
    }
}

pub(super) fn arrow(table: SweepTable) -> PyResult<PyTable> {
    let cells = |at: usize| table.rows.iter().filter_map(move |row| row.get(at));
    let columns = table.columns.iter().enumerate().map(|(at, column)| {
        let values = match column.kind {
            ColumnKind::U64 | ColumnKind::I64 => Column::Int(cells(at).map(integer).collect()),
            ColumnKind::Bool => {
                Column::Bool(cells(at).map(|cell| matches!(cell, Cell::Bool(true))).map(Some).collect())
            }
            ColumnKind::Text => Column::Text(cells(at).map(text).collect()),
        };
        let about = [("unit", &column.unit), ("description", &column.description)];
        (column.name.clone(), values, about.map(|(key, text)| (key, text.clone())))
    });
    PyTable::described(columns.collect())
}

/// A seed beyond the signed numbers is the largest of them.
fn integer(cell: &Cell) -> Option<i64> {
    match cell {
        Cell::U64(number) => Some(signed(*number)),
        Cell::I64(number) => Some(*number),
        _ => None,
    }
}

fn text(cell: &Cell) -> Option<String> {
    match cell {
        Cell::Text(text) => Some(text.clone()),
        _ => None,
    }
}
