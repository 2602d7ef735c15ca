//! What no schedule beats, and what list scheduling and deciding cost at most; see [`super`].

use hws_plan::{Task, TaskGraph, bounds};
use hws_regs::params;

use crate::hdr::On;
use crate::run::RunRecord;
use crate::workload::{Dag, Kernel, Role, Workload, rounds};

/// Cycles of an attempt.
const ATTEMPT: u128 = params::ATTEMPT_CYCLES as u128;
/// Cycles to read a descriptor.
const TD_READ: u128 = params::TD_READ_CYCLES as u128;

/// The bounds in cycles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Bounds {
    pub(crate) lower: u64,
    /// Graham's bound and the latest arrival.
    pub(crate) graham: u64,
    pub(crate) overhead: u64,
}

impl Bounds {
    pub(crate) fn of(workload: &Workload, record: &RunRecord) -> Self {
        let sips = workload.hardware.topology.present().len();
        let paths: Vec<Path> = workload.dags.iter().map(|dag| Path::of(workload, dag)).collect();
        let works = workload.kernels().map(|(_, kernel)| work(workload, kernel));
        let total = works.fold(0, u128::saturating_add);
        let arrivals = || workload.dags.iter().map(|dag| u128::from(dag.arrival.0));
        let ends = arrivals().zip(&paths).map(|(arrival, path)| arrival + path.cycles);
        let longest = paths.iter().map(|path| path.cycles).max().unwrap_or(0);
        let depth = paths.iter().map(|path| path.kernels).max().unwrap_or(0);
        let alone = bounds::Bounds::from_totals(ends.max().unwrap_or(0), total, sips);
        let together = bounds::Bounds::from_totals(longest, total, sips);
        let graham = together.graham().saturating_add(arrivals().max().unwrap_or(0));
        let overhead = graham.saturating_add(deciding(record, depth));
        Self { lower: narrow(alone.lower), graham: narrow(graham), overhead: narrow(overhead) }
    }
}

/// What attempts, descriptors and firmware take.
fn deciding(record: &RunRecord, depth: u128) -> u128 {
    let attempts = record.counters.map_or(0, |counters| u128::from(counters.attempts));
    let each = TD_READ + ATTEMPT + u128::from(record.firmware_latency);
    ATTEMPT * attempts + each.saturating_mul(depth)
}

/// The longest way through a graph.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Path {
    /// Cycles along the path that takes most.
    pub(crate) cycles: u128,
    /// Kernels along the chain that has most.
    pub(crate) kernels: u128,
}

impl Path {
    pub(crate) fn of(workload: &Workload, dag: &Dag) -> Self {
        let mut starts = vec![Self::default(); dag.kernels.len()];
        let mut longest = Self::default();
        for index in order(dag) {
            let kernel = &dag.kernels[index];
            for dep in &kernel.deps {
                let Some(before) = dag.kernels.get(dep.kernel) else { continue };
                let end = starts[dep.kernel].behind(workload, before, dep.on);
                starts[index] = starts[index].or(end);
            }
            longest = longest.or(starts[index].behind(workload, kernel, On::Finish));
        }
        longest
    }

    /// When what waits for a kernel may start, if the kernel itself starts at `self`.
    fn behind(self, workload: &Workload, kernel: &Kernel, on: On) -> Self {
        let cycles = match on {
            On::Finish => length(workload, kernel),
            On::Launch => 0,
        };
        Self { cycles: self.cycles.saturating_add(cycles), kernels: self.kernels + 1 }
    }

    fn or(self, other: Self) -> Self {
        Self { cycles: self.cycles.max(other.cycles), kernels: self.kernels.max(other.kernels) }
    }
}

/// Predecessors first. Graphs that are read are sound; of one that is not, the order of the file.
fn order(dag: &Dag) -> Vec<usize> {
    let tasks = dag.kernels.iter().enumerate().map(|(index, kernel)| Task {
        id: index.to_string(),
        time: 0,
        core: None,
        preds: kernel.deps.iter().map(|dep| dep.kernel).collect(),
    });
    match TaskGraph::new("", tasks.collect()) {
        Ok(graph) => graph.topological_order().to_vec(),
        Err(_) => (0..dag.kernels.len()).collect(),
    }
}

/// Fewest cycles from the first block's start to the last one's end.
fn length(workload: &Workload, kernel: &Kernel) -> u128 {
    block_cycles(workload, kernel) * u128::from(rounds(kernel, workload.hardware.topology))
}

/// SIP cycles of all its blocks.
pub(crate) fn work(workload: &Workload, kernel: &Kernel) -> u128 {
    block_cycles(workload, kernel) * u128::from(kernel.threads.get()) * u128::from(kernel.blocks)
}

/// A prefetch runs nowhere.
fn block_cycles(workload: &Workload, kernel: &Kernel) -> u128 {
    match kernel.role {
        Role::PrefetchOf(_) => 0,
        Role::Compute | Role::ComputeAfter(_) => workload.block_cycles(kernel).into(),
    }
}

/// The nearest number of 64 bits.
pub(crate) fn narrow(cycles: u128) -> u64 {
    u64::try_from(cycles).unwrap_or(u64::MAX)
}
