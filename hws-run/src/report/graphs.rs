//! The graphs in a report.

use hws_types::Cycle;
use schemars::JsonSchema;
use serde::Serialize;

use super::deadlines::Due;
use crate::bounds::narrow;
use crate::run::{DagRecord, RunRecord};
use crate::workload::{Dag, GraphKind, Workload};

/// One graph.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DagReport {
    /// Its tag; null if firmware never opened it.
    pub tag: Option<u16>,
    /// The cycle in which firmware received it.
    pub arrival: u64,
    /// The cycle in which its last kernel finished.
    pub finish: Option<u64>,
    /// Its name.
    pub name: String,
    /// static or dynamic.
    pub kind: &'static str,
    /// Number of its kernels.
    pub kernels: u64,
    /// The cycle in which firmware had initialised it.
    pub opened: Option<u64>,
    /// The cycle in which firmware learned of its finish.
    pub noticed: Option<u64>,
    /// From arrival to finish.
    pub turnaround: Option<u64>,
    /// Fewest cycles that it takes on the whole machine, by its longest path.
    pub critical_path: u64,
    /// Turnaround per thousand of the critical path, rounded down.
    pub path_ratio_permille: Option<u64>,
    /// Its priority among the graphs, which those of its kernels contain.
    pub priority: u8,
    /// The cycle in which it should have finished; null without a deadline.
    pub deadline: Option<u64>,
    /// Finish minus deadline, negative if it finished early; null without one of them.
    pub lateness: Option<i64>,
    /// Whether it finished after its deadline, or not at all; null without a deadline.
    pub missed: Option<bool>,
}

/// `paths` are the longest ones through the graphs.
pub(super) fn all(workload: &Workload, record: &RunRecord, paths: &[u128]) -> Vec<DagReport> {
    let unknown = DagRecord::default();
    let dags = workload.dags.iter().zip(paths).enumerate().zip(record.dag_finishes(workload));
    let of = |index| record.dags.get(index).unwrap_or(&unknown);
    dags.map(|((index, (dag, &path)), finish)| one(dag, of(index), finish, path)).collect()
}

fn one(dag: &Dag, record: &DagRecord, finish: Option<Cycle>, critical_path: u128) -> DagReport {
    let turnaround = finish.map(|finish| finish.since(dag.arrival));
    let due = Due::new(dag.due(dag.deadline), finish);
    let ratio = |turnaround| (u128::from(turnaround) * 1000).checked_div(critical_path);
    DagReport {
        tag: record.tag,
        arrival: dag.arrival.0,
        finish: cycle(finish),
        name: dag.name.clone(),
        kind: match dag.kind {
            GraphKind::Static => "static",
            GraphKind::Dynamic => "dynamic",
        },
        kernels: dag.kernels.len() as u64,
        opened: cycle(record.opened),
        noticed: cycle(record.finish),
        turnaround,
        critical_path: narrow(critical_path),
        path_ratio_permille: turnaround.and_then(ratio).map(narrow),
        priority: dag.priority,
        deadline: due.deadline,
        lateness: due.lateness,
        missed: due.missed,
    }
}

/// A cycle as a number.
pub(super) fn cycle(cycle: Option<Cycle>) -> Option<u64> {
    cycle.map(|cycle| cycle.0)
}
