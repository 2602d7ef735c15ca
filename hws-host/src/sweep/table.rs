//! The rows of all workloads as one table.

use hws_run::policy;
use hws_run::sweep::{Cell, Column, ColumnKind, SweepRow, SweepTable};

use super::SweepList;

/// Puts the tables of the workloads one below the other, with their names in front.
pub(super) fn table(list: &SweepList, rows: &[Option<SweepRow>]) -> SweepTable {
    let mut whole = SweepTable::default();
    let mut rest = rows;
    for part in list.parts() {
        let (own, later) = rest.split_at(part.outline.runs().min(rest.len()));
        rest = later;
        let mut table = SweepTable::new(&part.outline, own);
        let meaning = "The files; those joined by + share the machine";
        table.columns.insert(0, Column::new(policy::WORKLOAD, ColumnKind::Text, meaning));
        table.rows.iter_mut().for_each(|row| row.insert(0, Cell::Text(part.name.clone())));
        // All parts have the same axes, and so the same columns.
        whole.columns = table.columns;
        whole.rows.append(&mut table.rows);
        whole.is_default.append(&mut table.is_default);
    }
    whole
}
