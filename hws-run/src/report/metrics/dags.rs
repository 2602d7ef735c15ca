//! The metrics of each graph.

use hws_types::Cycle;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Alone, Spread};
use crate::bounds::narrow;
use crate::report::TrafficReport;
use crate::run::{KernelRecord, RunRecord};
use crate::workload::{Dag, Workload};

/// One graph.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DagMetrics {
    /// Its name.
    pub name: String,
    /// From its arrival to the finish of its last kernel.
    pub turnaround: Option<u64>,
    /// From ready to first launch, over its kernels that were launched.
    pub wait: Spread,
    /// Its turnaround on the idle machine with the same settings; null if that was not measured or the run did
    /// not drain.
    pub alone: Option<u64>,
    /// Turnaround per thousand of `alone`, rounded down.
    pub slowdown_permille: Option<u64>,
    /// CF accesses that firmware made for this graph alone.
    pub traffic: TrafficReport,
}

pub(super) fn all(workload: &Workload, record: &RunRecord, alone: Option<&Alone>) -> Vec<DagMetrics> {
    let dags = workload.dags.iter().enumerate().zip(record.dag_finishes(workload));
    let mut rest = record.kernels.as_slice();
    let mut kernels_of = |dag: &Dag| {
        let (own, others) = rest.split_at(dag.kernels.len().min(rest.len()));
        rest = others;
        own
    };
    let one = |((index, dag), finish): ((usize, &Dag), Option<Cycle>)| {
        let turnaround = finish.map(|finish| finish.since(dag.arrival));
        let alone = alone.and_then(|alone| alone.turnaround(index));
        DagMetrics {
            name: dag.name.clone(),
            turnaround,
            wait: Spread::from_values(kernels_of(dag).iter().filter_map(KernelRecord::wait)),
            alone,
            traffic: record.dags.get(index).map_or_else(Default::default, |dag| dag.traffic.into()),
            slowdown_permille: turnaround
                .zip(alone)
                .and_then(|(turnaround, alone)| permille(turnaround, alone)),
        }
    };
    dags.map(one).collect()
}

fn permille(turnaround: u64, alone: u64) -> Option<u64> {
    (u128::from(turnaround) * 1000).checked_div(u128::from(alone)).map(narrow)
}
