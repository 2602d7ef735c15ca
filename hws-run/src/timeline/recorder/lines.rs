//! Graphs and kernels, from the workload and the record.

use std::collections::BTreeMap;

use super::fails::Fails;
use crate::run::{DagRecord, KernelRecord, RunRecord};
use crate::timeline::{DagLine, KernelLine, Trouble, TroubleKind, Unfinished};
use crate::workload::{Dag, Kernel, Workload};

pub(super) fn dags(workload: &Workload, record: &RunRecord) -> Vec<DagLine> {
    let unknown = DagRecord::default();
    let of = |index| record.dags.get(index).unwrap_or(&unknown);
    let finishes = record.dag_finishes(workload);
    let dags = workload.dags.iter().enumerate().zip(finishes);
    let lines = dags.map(|((index, dag), finish)| DagLine {
        name: dag.name.clone(),
        tag: of(index).tag,
        arrival: dag.arrival,
        finish,
        deadline: dag.due(dag.deadline),
    });
    lines.collect()
}

pub(super) fn kernels(workload: &Workload, record: &RunRecord, fails: &Fails) -> Vec<KernelLine> {
    let unknown = KernelRecord::default();
    let mut lines = Vec::with_capacity(record.kernels.len());
    let firsts = workload.first_kernels();
    for (index, dag) in (0..).zip(&workload.dags) {
        for kernel in &dag.kernels {
            let seen = record.kernels.get(lines.len()).unwrap_or(&unknown);
            let fail_times = fails.of(lines.len() as u32);
            lines.push(KernelLine { fail_times, ..line(dag, kernel, seen, (index, &firsts)) });
        }
    }
    lines
}

/// How many compute kernels were passed over so often.
pub(super) fn fail_times(workload: &Workload, fails: &Fails) -> BTreeMap<u16, u64> {
    let mut counts = BTreeMap::new();
    for ((_, kernel), id) in workload.kernels().zip(0..) {
        if kernel.role.computes() {
            *counts.entry(fails.of(id)).or_default() += 1;
        }
    }
    counts
}

/// `index` is the place of the graph.
fn line(dag: &Dag, kernel: &Kernel, seen: &KernelRecord, (index, firsts): (u32, &[u32])) -> KernelLine {
    let deps = kernel.deps.iter().map(|dep| (index as usize, dep.place()));
    let deps = deps.chain(kernel.external.iter().map(|dep| (dep.dag, dep.kernel)));
    KernelLine {
        name: kernel.name.to_string(),
        dag: index,
        role: kernel.role,
        threads: kernel.threads.get(),
        blocks: kernel.blocks,
        est: kernel.est,
        priority: kernel.priority,
        on_cp: kernel.on_cp,
        deps: deps.filter_map(|(dag, kernel)| Some(firsts.get(dag)? + kernel as u32)).collect(),
        ready: seen.ready,
        pushed: seen.pushed,
        admitted: seen.admitted,
        first_launch: seen.first_launch,
        finish: seen.finish,
        deadline: dag.due(kernel.deadline),
        fail_times: 0,
    }
}

/// How the run ended, if it did not finish.
pub(super) fn unfinished(record: &RunRecord) -> Option<Unfinished> {
    let stuck = |since| Unfinished::Stuck { since, kernels: record.stuck.clone() };
    record.stuck_since.map(stuck).or_else(|| record.stopped.then_some(Unfinished::Stopped))
}

/// Both lists have every ERR_STATUS condition in the order of occurrence; the record has the kernels.
pub(super) fn name_errors(troubles: &mut [Trouble], record: &RunRecord) {
    let errors = troubles.iter_mut().filter(|trouble| matches!(trouble.what, TroubleKind::Error(_)));
    for (trouble, error) in errors.zip(&record.errors) {
        trouble.kernel = error.kernel;
    }
}
