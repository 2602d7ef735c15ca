//! The rows of one run in one table.

use serde_json::Value;

use super::super::column::{Cell, ColumnKind};
use super::super::table::metric_cell;
use super::blocks::Blocks;
use super::columns::{Of, RunColumn};
use super::{RunTable, RunTables};
use crate::report::scalars;
use crate::timeline::Timeline;
use crate::workload::Workload;

/// The rows of a run in a table: of its graphs in the order of the workload, or of its kernels in the order of their kernel_ids.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RunTableRows {
    table: RunTable,
    rows: Vec<Vec<Cell>>,
}

/// What a row is made of.
struct Item<'i> {
    graph: &'i str,
    kernel: &'i str,
    /// The object of the report.
    report: &'i Value,
    /// The object of its metrics; null for a kernel.
    metrics: &'i Value,
    blocks: Blocks,
}

impl RunTableRows {
    /// The rows of a run without graphs and kernels.
    #[must_use]
    pub const fn empty(table: RunTable) -> Self {
        Self { table, rows: Vec::new() }
    }

    /// Creates rows from their cells.
    ///
    /// Returns `None` if a row has more or fewer cells than the table has columns, or a cell of another type.
    #[must_use]
    pub fn from_cells(table: RunTable, rows: Vec<Vec<Cell>>) -> Option<Self> {
        let columns = table.columns();
        let fits = |(cell, kind): (&Cell, ColumnKind)| cell.kind().is_none_or(|of| of == kind);
        let is_row = |row: &Vec<Cell>| {
            row.len() == columns.len() && row.iter().zip(columns.iter().map(|column| column.kind)).all(fits)
        };
        rows.iter().all(is_row).then_some(Self { table, rows })
    }

    /// Measures a drained run with this `report.json`, for each of the tables.
    pub(in crate::sweep) fn of_run(
        tables: RunTables,
        workload: &Workload,
        report: &Value,
        timeline: &Timeline,
    ) -> Vec<Self> {
        if tables.is_empty() {
            return Vec::new();
        }
        let blocks = Blocks::of_kernels(timeline, workload.kernel_count());
        let rows = |table| {
            let items = match table {
                RunTable::Graphs => graphs(workload, report, &blocks),
                RunTable::Kernels => kernels(workload, report, &blocks),
            };
            Self { table, rows: items.iter().map(|item| item.row(table.sources())).collect() }
        };
        tables.iter().map(rows).collect()
    }

    /// Returns the table.
    #[must_use]
    pub const fn table(&self) -> RunTable {
        self.table
    }

    /// Returns the rows, with a cell for each [column](RunTable::columns).
    #[must_use]
    pub fn rows(&self) -> &[Vec<Cell>] {
        &self.rows
    }
}

fn graphs<'i>(workload: &'i Workload, report: &'i Value, blocks: &[Blocks]) -> Vec<Item<'i>> {
    let mut rest = blocks;
    let dags = workload.dags.iter().enumerate();
    dags.map(|(index, dag)| {
        let (own, later) = rest.split_at(dag.kernels.len().min(rest.len()));
        rest = later;
        Item {
            graph: &dag.name,
            kernel: "",
            report: &report["dags"][index],
            metrics: &report["metrics"]["dags"][index],
            blocks: own.iter().fold(Blocks::default(), |sum, &kernel| sum + kernel),
        }
    })
    .collect()
}

fn kernels<'i>(workload: &'i Workload, report: &'i Value, blocks: &[Blocks]) -> Vec<Item<'i>> {
    let kernels = workload.kernels().enumerate();
    kernels
        .map(|(index, (dag, kernel))| Item {
            graph: &dag.name,
            kernel: &kernel.name,
            report: &report["kernels"][index],
            metrics: &Value::Null,
            blocks: blocks.get(index).copied().unwrap_or_default(),
        })
        .collect()
}

impl Item<'_> {
    fn row(&self, columns: &[RunColumn]) -> Vec<Cell> {
        columns.iter().map(|column| self.cell(column.of)).collect()
    }

    fn cell(&self, of: Of) -> Cell {
        match of {
            Of::Graph => Cell::Text(self.graph.to_owned()),
            Of::Kernel => Cell::Text(self.kernel.to_owned()),
            Of::Blocks(count, _) => metric_cell(Some(count(self.blocks).into())),
            Of::Report(place) => self.report.pointer(place).map_or(Cell::Null, cell),
            Of::Metrics(place) => self.metrics.pointer(place).map_or(Cell::Null, cell),
        }
    }
}

/// A value of a report as a cell.
fn cell(value: &Value) -> Cell {
    match value {
        Value::Bool(value) => Cell::Bool(*value),
        Value::String(text) => Cell::Text(text.clone()),
        value => metric_cell(scalars::number(value)),
    }
}
