//! Converts a task graph to a plan: priorities and dependencies; the hardware chooses the SIPs.

use std::num::NonZeroU64;

use hws_types::{ThreadNum, Topology};

use super::{DepKind, Plan, PlanDag, PlanDep, PlanKernel, PlanTimeUnit, Provenance, Time};
use crate::bounds::{Demand, rounds};
use crate::{GraphError, Priorities, Task, TaskGraph, priorities};

/// The options of the conversion.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GraphPlanOptions {
    /// The file, for the provenance.
    pub source: Option<String>,
    /// Bytes per unit of time; if given, bytes on edges become transfer times, which also count in the priorities.
    pub bw: Option<NonZeroU64>,
    /// The factor from times to SP cycles, rounded up: numerator and denominator, at least 1.
    pub time_scale: Option<[u32; 2]>,
}

hws_input::faults! {
    /// The reason why a graph has no plan.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum NoPlan {
        /// A kernel that does not fit a descriptor.
        Shape {
            /// The task.
            task: String,
            /// Its threads.
            threads: u32,
            /// Its blocks.
            blocks: u32,
        } = "no-shape",
            ("task `{task}` has {threads} threads and {blocks} blocks"),
            ("give 1, 2, 3, 4, 6, 8, 9, 12 or 16 threads and 1 to 65535 blocks");
        /// Times that do not fit in 64 bits.
        Graph(inner: GraphError);
        /// A scaled time that does not fit in 64 bits.
        TooLong {
            /// The task.
            task: String,
        } = "too-long", ("the scaled time of task `{task}` does not fit in 64 bits"), ("use a smaller scale");
    }
}

impl From<GraphError> for NoPlan {
    fn from(error: GraphError) -> Self {
        Self::Graph(error)
    }
}

impl Plan {
    /// Makes a kernel for each task of a graph, in its order, with upward ranks as priorities: planner §5 without a
    /// placement. Cores and per-core order, if the graph has them, are dropped.
    ///
    /// A task without a shape has one block on one SIP; none takes less than one unit of time. In the ranks, a kernel
    /// costs its estimate times the rounds that the full machine needs for its blocks, as in a run.
    ///
    /// # Errors
    /// A shape that does not fit a descriptor, or times that do not fit in 64 bits.
    pub fn from_graph(graph: &TaskGraph, options: &GraphPlanOptions) -> Result<Self, NoPlan> {
        let shapes = (0..graph.len()).map(|index| shape(graph, index, options));
        let shapes = shapes.collect::<Result<Vec<_>, _>>()?;
        let comm = comm(graph, options)?;
        let ranked = rank(graph, &shapes, comm.clone())?;
        let transfers = |index: usize| comm.as_ref().map_or(&[][..], |comm| &comm[index]);
        let kernel = |(index, shape): (usize, &Shape)| kernel(graph, index, shape, &ranked, transfers(index));
        Ok(Self {
            dags: vec![PlanDag::new(graph.name())],
            kernels: shapes.iter().enumerate().map(kernel).collect(),
            ..Self::new(graph.name(), provenance(graph, &ranked, options), time(graph, options))
        })
    }
}

struct Shape {
    threads: ThreadNum,
    blocks: u16,
    est: u64,
}

fn shape(graph: &TaskGraph, index: usize, options: &GraphPlanOptions) -> Result<Shape, NoPlan> {
    let task = &graph.tasks()[index];
    let one = Demand { est: task.time, threads: 1, blocks: 1 };
    let demand = graph.demands().map_or(one, |demands| demands[index]);
    let est = scaled(demand.est, options).ok_or_else(|| NoPlan::TooLong { task: task.id.clone() })?;
    let blocks = u16::try_from(demand.blocks).ok().filter(|&blocks| blocks > 0);
    let (threads, blocks) = ThreadNum::new(demand.threads).zip(blocks).ok_or_else(|| NoPlan::Shape {
        task: task.id.clone(),
        threads: demand.threads,
        blocks: demand.blocks,
    })?;
    Ok(Shape { threads, blocks, est: est.max(1) })
}

fn scaled(time: u64, options: &GraphPlanOptions) -> Option<u64> {
    let [num, den] = options.time_scale.unwrap_or([1, 1]).map(u128::from);
    u64::try_from((u128::from(time) * num).div_ceil(den.max(1))).ok()
}

/// The times of the transfers into each task, one for each predecessor, if the graph has them or has bytes and there is
/// a bandwidth.
fn comm(graph: &TaskGraph, options: &GraphPlanOptions) -> Result<Option<Vec<Vec<u64>>>, NoPlan> {
    let list = |(task, list): (usize, &Vec<u64>)| {
        let too_long = || NoPlan::TooLong { task: graph.tasks()[task].id.clone() };
        list.iter().map(|&time| scaled(time, options).ok_or_else(too_long)).collect()
    };
    graph.comm(options.bw).map(|comm| comm.iter().enumerate().map(list).collect()).transpose()
}

fn rank(graph: &TaskGraph, shapes: &[Shape], comm: Option<Vec<Vec<u64>>>) -> Result<Priorities, NoPlan> {
    let cost = |(task, shape): (&Task, &Shape)| {
        let time = shape.est.checked_mul(rounds(shape.blocks, shape.threads, Topology::FULL));
        let time = time.ok_or_else(|| NoPlan::TooLong { task: task.id.clone() })?;
        Ok(Task { time, ..task.clone() })
    };
    let tasks = graph.tasks().iter().zip(shapes).map(cost).collect::<Result<Vec<_>, NoPlan>>()?;
    let mut costs = TaskGraph::new(graph.name(), tasks)?;
    if let Some(comm) = comm {
        costs = costs.with_comm(comm)?;
    }
    Ok(priorities(&costs))
}

/// `transfers` has the transfer time from each predecessor; none if transfers take no time.
fn kernel(
    graph: &TaskGraph,
    index: usize,
    shape: &Shape,
    ranked: &Priorities,
    transfers: &[u64],
) -> PlanKernel {
    let task = &graph.tasks()[index];
    let dep = |(place, &pred): (usize, &usize)| PlanDep {
        transfer: transfers.get(place).copied().unwrap_or(0),
        ..PlanDep::on_finish(&graph.tasks()[pred].id, DepKind::Data)
    };
    PlanKernel {
        block_num: shape.blocks,
        thread_num: shape.threads.get(),
        priority: ranked.offline_priority[index],
        on_cp: ranked.on_cp[index],
        deps: task.preds.iter().enumerate().map(dep).collect(),
        ..PlanKernel::new(&task.id, graph.name(), shape.est)
    }
}

fn time(graph: &TaskGraph, options: &GraphPlanOptions) -> Time {
    let Some(scale) = options.time_scale else { return Time::of(PlanTimeUnit::of(graph)) };
    Time { scale: scale.map(u64::from), ..Time::of(PlanTimeUnit::Cycles) }
}

fn provenance(graph: &TaskGraph, ranked: &Priorities, options: &GraphPlanOptions) -> Provenance {
    let bw = options.bw.map(|bw| format!("bw={bw}"));
    let scale = options.time_scale.map(|[num, den]| format!("time_scale={num}/{den}"));
    let squeezed =
        (ranked.rank_div > 1).then(|| format!("priorities are ranks divided by {}", ranked.rank_div));
    let placed =
        graph.static_order().map(|_| "the cores and the order of the source are left out".to_owned());
    Provenance {
        planner: "import".to_owned(),
        source: options.source.clone(),
        options: bw.into_iter().chain(scale).collect(),
        notes: squeezed.into_iter().chain(placed).collect(),
    }
}
