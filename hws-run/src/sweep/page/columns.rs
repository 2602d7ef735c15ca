//! What the columns of a table are for.

use crate::sweep::{ColumnKind, SweepTable};

/// The axis of the files: each value of it is shown by itself, since metrics of different files say nothing about settings.
const WORKLOAD: &str = "workload";

/// The places of the columns of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Columns {
    pub(super) workload: Option<usize>,
    pub(super) settings: Vec<usize>,
    pub(super) seed: usize,
    pub(super) drained: usize,
    pub(super) problem: usize,
    pub(super) metrics: Vec<usize>,
}

/// Columns of text after the metrics name the program that made the runs.
fn is_number(kind: ColumnKind) -> bool {
    matches!(kind, ColumnKind::I64 | ColumnKind::U64)
}

impl Columns {
    /// Finds the columns of a [`SweepTable`]; none if the table is not one of a sweep.
    pub(super) fn find(table: &SweepTable) -> Option<Self> {
        let place = |name: &str| table.columns.iter().position(|column| column.name == name);
        let (seed, drained, problem) = (place("seed")?, place("drained")?, place("problem")?);
        let workload = place(WORKLOAD).filter(|&workload| workload < seed);
        Some(Self {
            workload,
            settings: (0..seed).filter(|&column| Some(column) != workload).collect(),
            seed,
            drained,
            problem,
            metrics: (problem + 1..table.columns.len())
                .filter(|&column| is_number(table.columns[column].kind))
                .collect(),
        })
    }
}
