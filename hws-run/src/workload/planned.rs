//! Plans: the decisions of a planner, as graphs and kernels of a workload (planner §5, §6).
//!
//! * Priorities, on_cp, affinities, triggers and dependencies are those of the plan; nothing is ranked again.
//! * Times in cycles are not scaled unless a scale is given; times in units are scaled by the one constant of all
//!   imported files. Estimates, arrivals and slots are scaled alike.
//! * A kernel keeps the start and finish of its slots for comparison; the run does not follow them.
//! * FIFOs, buffers and provenance are informative; a run ignores them.

mod kernel;
mod names;
mod times;

use std::collections::BTreeMap;
use std::num::NonZeroU32;

use hws_input::Position;
use hws_plan::import::FilePlace;
use hws_plan::input::{InputError, InputFault};
use hws_plan::plan::{self, Plan, PlanTimeUnit, WrittenOut};
use hws_types::Topology;

use super::dags::{Content, Draft};
use super::error::{Fault, WorkloadReason};
use super::kernels::{credits, fit, prefetch};
use super::{FirmwareOptions, GraphKind, Kernel, Role};
use names::Names;

/// A graph of a plan, with the plan's times.
#[derive(Clone, Debug)]
pub(super) struct PlannedGraph {
    /// Without estimates.
    kernels: Vec<Kernel>,
    times: Vec<Times>,
    /// Index of the graph in the plan.
    place: usize,
    arrival: u64,
    unit: PlanTimeUnit,
    /// The mean estimate that the plan asks for, in attempts.
    mean_attempts: Option<u32>,
}

/// The times of a kernel in the unit of the plan.
#[derive(Clone, Debug)]
struct Times {
    /// Index of the kernel in the plan.
    place: usize,
    est: u64,
    /// Start of its first slot and end of its last one.
    span: Option<(u64, u64)>,
}

impl PlannedGraph {
    /// The kernels, without estimates.
    pub(super) fn untimed(&self) -> &[Kernel] {
        &self.kernels
    }

    /// The mean estimate in attempts that the plan asks for, if a run scales its times.
    pub(super) fn mean_attempts(&self) -> Option<u32> {
        self.mean_attempts.filter(|_| self.unit == PlanTimeUnit::Units)
    }

    /// Estimates that the default scale considers: those in units, of kernels that run.
    pub(super) fn ests_in_units(&self) -> impl Iterator<Item = u64> + Clone {
        let is_in_units = self.unit == PlanTimeUnit::Units;
        let kernels = self.kernels.iter().zip(&self.times).filter(move |_| is_in_units);
        kernels.filter(|(kernel, _)| kernel.runs()).map(|(_, times)| times.est)
    }
}

/// Reads a plan that means something and can run, with the first `instances` of each graph that repeats, or all.
pub(super) fn read(text: &str, instances: Option<NonZeroU32>) -> Result<WrittenOut, Fault> {
    let mut plan = Plan::parse(text).map_err(unreadable)?;
    if let Some(most) = instances {
        plan.keep_first_instances(most);
    }
    let written_out = plan.into_written_out().map_err(unreadable)?;
    match &written_out.plan.not_runnable {
        None => Ok(written_out),
        Some(reason) => {
            let what = format!("the plan cannot run: {reason}");
            let fault = InputFault::Infeasible { what, remedy: "make a plan for a machine that exists" };
            Err(in_plan("not_runnable", WorkloadReason::Plan(fault)))
        }
    }
}

/// The machine that a plan is made for.
pub(super) fn topology(plan: &Plan) -> Option<Topology> {
    plan.machine.and_then(|machine| Topology::new(machine.cluster_sip_num, machine.cluster_num))
}

/// Default L2 of firmware in each VG: enough for a VG full of the plans' largest blocks, or for all blocks that start
/// together. A plan relies on the memory that it was made for.
pub(super) fn l2_bytes<'g>(graphs: impl Iterator<Item = &'g PlannedGraph>, topology: Topology) -> u32 {
    let of = |kernel: &Kernel| {
        let is_prefetched = matches!(kernel.role, Role::ComputeAfter(_));
        let together = if kernel.coop || is_prefetched { kernel.blocks.into() } else { 1 };
        kernel.needs.l2.unwrap_or(0).saturating_mul(topology.cluster_sip_num().max(together))
    };
    let needed = graphs.flat_map(|graph| &graph.kernels).map(of).max().unwrap_or(0);
    needed.max(FirmwareOptions::default().l2_bytes)
}

/// The graphs of a plan, each with its kernels.
pub(super) fn drafts(plan: &Plan, topology: Topology) -> Result<Vec<Draft>, Fault> {
    if plan.dags.is_empty() {
        return Err(value("dags", "an empty list".to_owned(), "at least one graph"));
    }
    let names = Names::of(plan)?;
    let spans = times::spans(plan, &names)?;
    let graphs = plan.dags.iter().enumerate();
    graphs.map(|(index, dag)| draft(plan, index, dag, &names, &spans, topology)).collect()
}

fn draft(
    plan: &Plan,
    index: usize,
    dag: &plan::PlanDag,
    names: &Names<'_>,
    spans: &BTreeMap<usize, (u64, u64)>,
    topology: Topology,
) -> Result<Draft, Fault> {
    check_name(index, dag)?;
    let places = names.of_graph(index);
    if places.is_empty() {
        let what = "the graph has no kernels".to_owned();
        let fault = InputFault::Infeasible { what, remedy: "add a kernel, or remove the graph" };
        return Err(in_plan(format!("dags[{index}]"), WorkloadReason::Plan(fault)));
    }
    let kernels = kernels(plan, index, names, topology)?;
    let times = places.iter().map(|&place| Times {
        place,
        est: plan.kernels[place].est,
        span: spans.get(&place).copied(),
    });
    let graph = PlannedGraph {
        kernels,
        times: times.collect(),
        place: index,
        arrival: dag.arrival,
        unit: plan.time.unit,
        mean_attempts: plan.time.mean_attempts,
    };
    let kind = match dag.kind {
        plan::PlanDagKind::Static => GraphKind::Static,
        plan::PlanDagKind::Dynamic => GraphKind::Dynamic,
    };
    Ok(Draft::of_file(&dag.id, kind, Content::Plan(graph)))
}

/// A kernel is called GRAPH/KERNEL, so a graph's name must not contain a slash.
fn check_name(index: usize, dag: &plan::PlanDag) -> Result<(), Fault> {
    let is_name = !dag.id.trim().is_empty() && !dag.id.contains('/');
    if is_name {
        Ok(())
    } else {
        Err(value(format!("dags[{index}].id"), format!("`{}`", dag.id), "a name without `/`"))
    }
}

/// The kernels of a graph, without estimates.
fn kernels(plan: &Plan, dag: usize, names: &Names<'_>, topology: Topology) -> Result<Vec<Kernel>, Fault> {
    let places = names.of_graph(dag);
    let read = places.iter().map(|&place| kernel::read(&plan.kernels[place], place, dag, names));
    let mut kernels = read.collect::<Result<Vec<_>, _>>()?;
    for (index, &place) in places.iter().enumerate() {
        let Some(of) = kernel::prefetched(&plan.kernels[place], place, dag, names)? else { continue };
        let tied = prefetch::tie(&mut kernels, index, of);
        tied.map_err(|reason| in_plan(format!("kernels[{place}].prefetch"), reason))?;
    }
    prefetch::wait_for(&mut kernels);
    for (index, &place) in places.iter().enumerate() {
        let at = |key: &str| format!("kernels[{place}].{key}");
        if let Some((key, reason)) = fit::problem(&kernels[index], topology) {
            return Err(in_plan(at(kernel::key(key)), reason));
        }
        if let Some(reason) = credits::problem(&kernels, index) {
            return Err(in_plan(at("triggers"), reason));
        }
    }
    Ok(kernels)
}

fn in_plan(path: impl Into<String>, reason: WorkloadReason) -> Fault {
    Fault::at(Position::UNKNOWN, WorkloadReason::InPlan { path: path.into(), reason: Box::new(reason) })
}

fn value(path: impl Into<String>, found: String, wanted: &str) -> Fault {
    in_plan(path, WorkloadReason::Plan(InputFault::Value { found, wanted: wanted.to_owned() }))
}

/// Converts an error from reading a plan.
pub(super) fn unreadable(error: InputError) -> Fault {
    match error.place {
        FilePlace::File => Fault::at(Position::UNKNOWN, WorkloadReason::Plan(error.fault)),
        FilePlace::At(position) => Fault::at(position, WorkloadReason::Plan(error.fault)),
        FilePlace::Path(path) => in_plan(path, WorkloadReason::Plan(error.fault)),
    }
}
