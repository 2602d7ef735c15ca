//! The rows of all workloads as one table.

use hws_run::sweep::{Cell, Column, ColumnKind, SweepRow, SweepTable};

use super::SweepList;

/// The name of the axis.
const WORKLOAD: &str = "workload";

/// Puts the tables of the workloads one below the other, with their names in front.
pub(super) fn table(list: &SweepList, rows: &[Option<SweepRow>]) -> SweepTable {
    let mut whole = SweepTable::default();
    let mut rest = rows;
    for part in list.parts() {
        let (own, later) = rest.split_at(part.outline.runs().min(rest.len()));
        rest = later;
        let mut table = SweepTable::new(&part.outline, own);
        if let Some(name) = &part.name {
            table.columns.insert(0, Column { name: WORKLOAD.to_owned(), kind: ColumnKind::Text });
            table.rows.iter_mut().for_each(|row| row.insert(0, Cell::Text(name.clone())));
        }
        // All parts have the same axes, and so the same columns.
        whole.columns = table.columns;
        whole.rows.append(&mut table.rows);
    }
    whole
}
