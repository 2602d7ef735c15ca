//! Deadlines, which neither the HWS nor firmware knows: how late graphs and kernels finished.
//!
//! In the terms of scheduling theory, the lateness of a job is its finish minus its deadline, and its tardiness is its lateness
//! or 0, whichever is larger.

use hws_types::Cycle;
use schemars::JsonSchema;
use serde::Serialize;

use crate::bounds::narrow;
use crate::run::RunRecord;
use crate::workload::Workload;

/// The deadlines of a run, those of graphs and of kernels together.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DeadlinesReport {
    /// Their number.
    pub total: u64,
    /// Those missed: the graph or kernel finished later, or not at all.
    pub missed: u64,
    /// Those of graphs and kernels that did not finish, which have no lateness.
    pub unfinished: u64,
    /// The largest lateness, negative if all finished early; null if none finished.
    pub lateness_max: Option<i64>,
    /// The largest tardiness; null if none finished.
    pub tardiness_max: Option<u64>,
    /// The sum of the tardiness; null if none finished.
    pub tardiness_sum: Option<u64>,
}

/// A deadline and what came of it.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Due {
    pub(super) deadline: Option<u64>,
    pub(super) lateness: Option<i64>,
    pub(super) missed: Option<bool>,
}

impl Due {
    pub(super) fn new(deadline: Option<Cycle>, finish: Option<Cycle>) -> Self {
        let Some(deadline) = deadline else { return Self::default() };
        let lateness = finish.map(|finish| lateness(deadline, finish));
        Self {
            deadline: Some(deadline.0),
            lateness,
            missed: Some(lateness.is_none_or(|lateness| lateness > 0)),
        }
    }
}

/// Those of all graphs and kernels, whether they have a deadline or not.
pub(super) fn all<'a>(workload: &'a Workload, record: &'a RunRecord) -> impl Iterator<Item = Due> + 'a {
    let dags = workload.dags.iter().zip(record.dag_finishes(workload));
    let dags = dags.map(|(dag, finish)| Due::new(dag.due(dag.deadline), finish));
    // A kernel without a record was never created.
    let finishes = record.kernels.iter().map(|kernel| kernel.finish).chain(std::iter::repeat(None));
    let kernels = workload.kernels().zip(finishes);
    dags.chain(kernels.map(|((dag, kernel), finish)| Due::new(dag.due(kernel.deadline), finish)))
}

/// Both times are far below 2^63.
fn lateness(deadline: Cycle, finish: Cycle) -> i64 {
    finish.0.wrapping_sub(deadline.0).cast_signed()
}

impl DeadlinesReport {
    /// None without a deadline.
    pub(super) fn new(due: impl Iterator<Item = Due>) -> Option<Self> {
        let all: Vec<(bool, Option<i64>)> = due.filter_map(|due| Some((due.missed?, due.lateness))).collect();
        if all.is_empty() {
            return None;
        }
        let finished = || all.iter().filter_map(|&(_, lateness)| lateness);
        let tardiness = || finished().map(|lateness| u64::try_from(lateness).unwrap_or(0));
        let sum = || narrow(tardiness().map(u128::from).sum());
        Some(Self {
            total: all.len() as u64,
            missed: all.iter().filter(|(missed, _)| *missed).count() as u64,
            unfinished: (all.len() - finished().count()) as u64,
            lateness_max: finished().max(),
            tardiness_max: tardiness().max(),
            tardiness_sum: tardiness().max().map(|_| sum()),
        })
    }
}
