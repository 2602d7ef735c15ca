//! The bounds of a workload: the makespan that no schedule beats, and the one that list scheduling stays below
//! if it costs nothing. [`report`](crate::report) defines them.

use hws_plan::bounds;
use hws_plan::topo::topological;
use hws_sim::On;

use crate::workload::{Dag, Kernel, Role, Workload, rounds};

/// The bounds of a workload, in cycles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Bounds {
    /// No schedule is shorter.
    pub(crate) lower: u128,
    /// Graham's bound, from the latest arrival on.
    pub(crate) graham: u128,
    /// Kernels on the longest chain.
    pub(crate) chain: u128,
}

impl Bounds {
    pub(crate) fn new(workload: &Workload) -> Self {
        Self::on(workload, workload.hardware.topology.present().len())
    }

    /// The bounds if only this number of SIPs is used.
    pub(crate) fn on(workload: &Workload, sips: u32) -> Self {
        let work = total_work(workload, &workload.dags);
        let arriving = |dag: &Dag| Path { cycles: dag.arrival.0.into(), kernels: 0 };
        let end = Path::through(workload, &workload.dags, arriving).cycles;
        let longest = Path::through(workload, &workload.dags, |_| Path::default());
        let latest = workload.dags.iter().map(|dag| u128::from(dag.arrival.0)).max().unwrap_or(0);
        let graham = match workload.has_transfers() {
            false => bounds::Bounds::from_totals(longest.cycles, work, sips).graham(),
            // While a transfer of the path goes on, all SIPs may be idle.
            true => longest.cycles.saturating_add(work.div_ceil(sips.max(1).into())),
        };
        Self {
            lower: bounds::Bounds::from_totals(end, work, sips).lower,
            graham: graham.saturating_add(latest),
            chain: longest.kernels,
        }
    }
}

/// SIP cycles of all blocks of these graphs.
pub(crate) fn total_work(workload: &Workload, dags: &[Dag]) -> u128 {
    let kernels = dags.iter().flat_map(|dag| &dag.kernels);
    kernels.map(|kernel| work(workload, kernel)).fold(0, u128::saturating_add)
}

/// The longest path through a graph.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Path {
    /// Cycles of the path that takes longest.
    pub(crate) cycles: u128,
    /// Kernels of the chain that has most.
    kernels: u128,
}

impl Path {
    /// The longest path through one graph.
    pub(crate) fn new(workload: &Workload, dag: &Dag) -> Self {
        Self::through(workload, std::slice::from_ref(dag), |_| Self::default())
    }

    /// The longest path through graphs; `begin` is where a graph begins. Dependencies across graphs count if
    /// all graphs of the workload are given.
    fn through(workload: &Workload, dags: &[Dag], begin: impl Fn(&Dag) -> Self) -> Self {
        let kernels: Vec<(&Dag, &Kernel)> =
            dags.iter().flat_map(|dag| dag.kernels.iter().map(move |one| (dag, one))).collect();
        let preds = predecessors(dags);
        let mut starts: Vec<Self> = kernels.iter().map(|(dag, _)| begin(dag)).collect();
        let mut longest = Self::default();
        for index in order(&preds) {
            for &(before, on, delay) in &preds[index] {
                let mut end = starts[before].behind(workload, kernels[before].1, on);
                end.cycles = end.cycles.saturating_add(delay.into());
                starts[index] = starts[index].or(end);
            }
            // The end of a load is no end of the graph.
            if kernels[index].1.role != Role::Load {
                longest = longest.or(starts[index].behind(workload, kernels[index].1, On::Finish));
            }
        }
        longest
    }

    /// The earliest start of a kernel that depends on `kernel`, if `kernel` starts at `self`.
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

/// A predecessor: its place, the progress that it must have made, and the cycles of the transfer after that.
type Pred = (usize, On, u64);

/// The predecessors of each kernel of the graphs, by their places among all kernels of these graphs.
fn predecessors(dags: &[Dag]) -> Vec<Vec<Pred>> {
    let mut preds = Vec::new();
    let firsts: Vec<usize> =
        dags.iter().scan(0, |end, dag| Some(std::mem::replace(end, *end + dag.kernels.len()))).collect();
    let place = |dag: usize, kernel: usize| {
        let exists = dags.get(dag).is_some_and(|dag| kernel < dag.kernels.len());
        exists.then(|| firsts[dag] + kernel)
    };
    for (index, dag) in dags.iter().enumerate() {
        for kernel in &dag.kernels {
            // Of a graph alone, the dependencies on other graphs do not count.
            let all = kernel.predecessors(index).filter(|&(dag, _)| dag == index || dags.len() > 1);
            preds.push(
                all.filter_map(|(dag, dep)| Some((place(dag, dep.kernel)?, dep.on, dep.delay))).collect(),
            );
        }
    }
    preds
}

/// Predecessors first. Graphs read from files have no cycle; for others, the order of the file.
fn order(preds: &[Vec<Pred>]) -> Vec<usize> {
    let kernels = |preds: &Vec<Pred>| preds.iter().map(|&(pred, ..)| pred).collect();
    let preds: Vec<Vec<usize>> = preds.iter().map(kernels).collect();
    topological(&preds).unwrap_or_else(|_| (0..preds.len()).collect())
}

/// Fewest cycles from the start of the first block to the end of the last one.
fn length(workload: &Workload, kernel: &Kernel) -> u128 {
    block_cycles(workload, kernel) * u128::from(rounds(kernel, workload.hardware.topology))
}

/// SIP cycles of all blocks of a kernel.
fn work(workload: &Workload, kernel: &Kernel) -> u128 {
    let sips = if kernel.runs() { kernel.threads.get() } else { 0 };
    block_cycles(workload, kernel) * u128::from(sips) * u128::from(kernel.blocks)
}

/// A prefetch takes no time.
fn block_cycles(workload: &Workload, kernel: &Kernel) -> u128 {
    match kernel.role {
        Role::PrefetchOf(_) => 0,
        Role::Compute | Role::ComputeAfter(_) | Role::Load => workload.block_cycles(kernel).into(),
    }
}

/// The nearest number of 64 bits.
pub(crate) fn narrow(number: u128) -> u64 {
    u64::try_from(number).unwrap_or(u64::MAX)
}
