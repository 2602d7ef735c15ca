//! What no schedule beats, and what list scheduling and deciding cost at most; see [`super`].

use hws_plan::bounds;
use hws_plan::topo::topological;
use hws_regs::params;

use crate::run::RunRecord;
use crate::workload::{Dag, Kernel, Role, Workload, rounds};
use hws_sim::On;

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

/// The lower bound alone, which no run is needed for.
pub(crate) fn lower_bound(workload: &Workload) -> u64 {
    narrow(alone(workload, &Paths::of(workload)).lower)
}

/// Of all graphs from their arrivals on.
fn alone(workload: &Workload, paths: &Paths) -> bounds::Bounds {
    bounds::Bounds::from_totals(paths.end, total_work(workload), workload.hardware.topology.present().len())
}

fn total_work(workload: &Workload) -> u128 {
    let works = workload.kernels().map(|(_, kernel)| work(workload, kernel));
    works.fold(0, u128::saturating_add)
}

impl Bounds {
    pub(crate) fn of(workload: &Workload, record: &RunRecord) -> Self {
        let paths = Paths::of(workload);
        let arrivals = workload.dags.iter().map(|dag| u128::from(dag.arrival.0));
        let alone = alone(workload, &paths);
        let sips = workload.hardware.topology.present().len();
        let together = bounds::Bounds::from_totals(paths.longest.cycles, total_work(workload), sips);
        let graham = together.graham().saturating_add(arrivals.max().unwrap_or(0));
        let overhead = graham.saturating_add(deciding(record, paths.longest.kernels));
        Self { lower: narrow(alone.lower), graham: narrow(graham), overhead: narrow(overhead) }
    }
}

/// What attempts, descriptors and firmware take.
fn deciding(record: &RunRecord, depth: u128) -> u128 {
    let attempts = record.counters.map_or(0, |counters| u128::from(counters.attempts));
    let each = TD_READ + ATTEMPT + u128::from(record.firmware_latency);
    ATTEMPT * attempts + each.saturating_mul(depth)
}

/// The longest ways through all graphs, dependencies across them included.
struct Paths {
    /// When a path ends at the earliest that begins with the arrival of its graph.
    end: u128,
    /// The longest, arrivals left out.
    longest: Path,
}

impl Paths {
    fn of(workload: &Workload) -> Self {
        let longest = Path::through(workload, &workload.dags, |_| Path::default());
        let arriving = |dag: &Dag| Path { cycles: dag.arrival.0.into(), kernels: 0 };
        Self { end: Path::through(workload, &workload.dags, arriving).cycles, longest }
    }
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
    /// The longest way through one graph.
    pub(crate) fn of(workload: &Workload, dag: &Dag) -> Self {
        Self::through(workload, std::slice::from_ref(dag), |_| Self::default())
    }

    /// The longest way through graphs, `begin` being where one begins; of dependencies across graphs those count
    /// whose graph is there, at its place in the workload.
    fn through(workload: &Workload, dags: &[Dag], begin: impl Fn(&Dag) -> Self) -> Self {
        let kernels: Vec<(&Dag, &Kernel)> =
            dags.iter().flat_map(|dag| dag.kernels.iter().map(move |one| (dag, one))).collect();
        let preds = predecessors(dags);
        let mut starts: Vec<Self> = kernels.iter().map(|(dag, _)| begin(dag)).collect();
        let mut longest = Self::default();
        for index in order(&preds) {
            for &(before, on) in &preds[index] {
                let end = starts[before].behind(workload, kernels[before].1, on);
                starts[index] = starts[index].or(end);
            }
            longest = longest.or(starts[index].behind(workload, kernels[index].1, On::Finish));
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

/// What each kernel of the graphs waits for, by its place among all kernels of these graphs.
fn predecessors(dags: &[Dag]) -> Vec<Vec<(usize, On)>> {
    let mut preds = Vec::new();
    let firsts: Vec<usize> =
        dags.iter().scan(0, |end, dag| Some(std::mem::replace(end, *end + dag.kernels.len()))).collect();
    let place = |dag: usize, kernel: usize| {
        let is_there = dags.get(dag).is_some_and(|dag| kernel < dag.kernels.len());
        is_there.then(|| firsts[dag] + kernel)
    };
    for (index, dag) in dags.iter().enumerate() {
        for kernel in &dag.kernels {
            let own = kernel.deps.iter().filter_map(|dep| Some((place(index, dep.kernel)?, dep.on)));
            // A graph by itself has none of the others.
            let external = kernel.external.iter().filter(|_| dags.len() > 1);
            let external = external.filter_map(|dep| Some((place(dep.dag, dep.kernel)?, dep.on)));
            preds.push(own.chain(external).collect());
        }
    }
    preds
}

/// Predecessors first. Graphs that are read are sound; of those that are not, the order of the file.
fn order(preds: &[Vec<(usize, On)>]) -> Vec<usize> {
    let kernels = |preds: &Vec<(usize, On)>| preds.iter().map(|&(pred, _)| pred).collect();
    let preds: Vec<Vec<usize>> = preds.iter().map(kernels).collect();
    topological(&preds).unwrap_or_else(|_| (0..preds.len()).collect())
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
