//! How each graph fared.

use hws_types::Cycle;
use schemars::JsonSchema;
use serde::Serialize;

use super::bounds::{Path, narrow};
use crate::run::{DagRecord, RunRecord};
use crate::workload::{Dag, DagKind, Workload};

/// One graph.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DagReport {
    /// Its tag; null if firmware never opened it.
    pub tag: Option<u16>,
    /// When it was handed to the firmware.
    pub arrival: u64,
    /// When its last kernel finished.
    pub finish: Option<u64>,
    /// Its name.
    pub name: String,
    /// static or dynamic.
    pub kind: &'static str,
    /// How many kernels it has.
    pub kernels: u64,
    /// When firmware had initialised it.
    pub opened: Option<u64>,
    /// When firmware had heard of the finish.
    pub noticed: Option<u64>,
    /// From arrival to finish.
    pub turnaround: Option<u64>,
    /// Cycles that it takes at least on the whole machine, by its longest path.
    pub critical_path: u64,
    /// Turnaround per thousand of the critical path, rounded down.
    pub slowdown_permille: Option<u64>,
}

pub(super) fn all(workload: &Workload, record: &RunRecord) -> Vec<DagReport> {
    let unknown = DagRecord::default();
    let dags = workload.dags.iter().enumerate().zip(record.dag_finishes(workload));
    let of = |index| record.dags.get(index).unwrap_or(&unknown);
    dags.map(|((index, dag), finish)| one(workload, dag, of(index), finish)).collect()
}

fn one(workload: &Workload, dag: &Dag, record: &DagRecord, finish: Option<Cycle>) -> DagReport {
    let critical_path = Path::of(workload, dag).cycles;
    let turnaround = finish.map(|finish| finish.since(dag.arrival));
    let slowdown = |turnaround| (u128::from(turnaround) * 1000).checked_div(critical_path);
    DagReport {
        tag: record.tag,
        arrival: dag.arrival.0,
        finish: cycle(finish),
        name: dag.name.clone(),
        kind: match dag.kind {
            DagKind::Static => "static",
            DagKind::Dynamic => "dynamic",
        },
        kernels: dag.kernels.len() as u64,
        opened: cycle(record.opened),
        noticed: cycle(record.finish),
        turnaround,
        critical_path: narrow(critical_path),
        slowdown_permille: turnaround.and_then(slowdown).map(narrow),
    }
}

/// As a number.
pub(super) fn cycle(cycle: Option<Cycle>) -> Option<u64> {
    cycle.map(|cycle| cycle.0)
}
