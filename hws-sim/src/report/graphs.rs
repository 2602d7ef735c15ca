//! How each graph fared.

use hws_types::Cycle;
use schemars::JsonSchema;
use serde::Serialize;

use super::bounds::{Path, narrow};
use crate::run::{DagRecord, KernelRecord, RunRecord};
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
    let mut kernels = record.kernels.as_slice();
    let mut reports = Vec::with_capacity(workload.dags.len());
    for (index, dag) in workload.dags.iter().enumerate() {
        let (own, others) = kernels.split_at(dag.kernels.len().min(kernels.len()));
        kernels = others;
        let finish = if own.len() == dag.kernels.len() { last_finish(own) } else { None };
        reports.push(one(workload, dag, record.dags.get(index).unwrap_or(&unknown), finish));
    }
    reports
}

/// Of its kernels, if they all finished: firmware hears of it later.
fn last_finish(kernels: &[KernelRecord]) -> Option<Cycle> {
    let finishes: Option<Vec<Cycle>> = kernels.iter().map(|kernel| kernel.finish).collect();
    finishes?.into_iter().max()
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
