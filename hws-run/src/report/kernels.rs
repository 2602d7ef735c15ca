//! The kernels in a report.

use hws_sim::{KernelState, On};
use schemars::JsonSchema;
use serde::{Serialize, Serializer};

use super::deadlines::Due;
use super::graphs::cycle;
use crate::run::{KernelRecord, RunRecord};
use crate::workload::{Dag, Kernel, Role, Triggers, Workload};

/// One kernel.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct KernelReport {
    /// GRAPH/KERNEL.
    pub id: String,
    /// Tag of its graph, as in `dags`; null if firmware never opened it.
    pub dag: Option<u16>,
    /// Estimate of a block in time units.
    pub est: u32,
    /// offline_priority.
    pub priority: u32,
    /// On a critical path of its graph.
    pub on_cp: bool,
    /// Its predecessors, as GRAPH/KERNEL.
    pub deps: Vec<String>,
    /// The cycle in which its dependencies were met and its graph had arrived.
    pub ready: Option<u64>,
    /// The cycle in which its first block was launched.
    pub first_launch: Option<u64>,
    /// The cycle in which its last block finished.
    pub finish: Option<u64>,
    /// The logical SIPs that ran one of its blocks, ascending.
    pub sips: Vec<u32>,
    /// The kernels of `deps` for whose launch this kernel waits, not for their finish.
    pub deps_on_launch: Vec<String>,
    /// The kernels, as GRAPH/KERNEL, whose blocks must finish before its blocks may start.
    pub credits: Vec<String>,
    /// compute; prefetch: it allocates L2 and does not run; or load: it takes time, but no SIP.
    pub role: &'static str,
    /// Context.
    pub ctx: u8,
    /// SIPs per block.
    pub threads: u32,
    /// Blocks.
    pub blocks: u16,
    /// Real cycles of a block.
    pub block_cycles: u64,
    /// Its last state: waiting, ready, pushed, resident, launched, finished, rejected or lost.
    pub state: &'static str,
    /// The cycle in which it entered the Ready Station.
    pub admitted: Option<u64>,
    /// From ready to first launch.
    pub wait: Option<u64>,
    /// Number of its promotions to an R-task.
    pub promotions: u32,
    /// Number of its blocks launched on SIPs reserved for another kernel.
    pub backfilled: u32,
    /// The logical SIPs that it may use: bit i for SIP i.
    pub affinity: u32,
    /// All its blocks start together.
    pub coop: bool,
    /// Largest number of blocks started and not finished; null if it is not limited.
    pub window: Option<u16>,
    /// The start of its first block in its plan.
    pub planned_start: Option<u64>,
    /// The end of its last block in its plan.
    pub planned_finish: Option<u64>,
    /// The cycle in which it should have finished; null without a deadline.
    pub deadline: Option<u64>,
    /// Finish minus deadline, negative if it finished early; null without one of them.
    pub lateness: Option<i64>,
    /// Whether it finished after its deadline, or not at all; null without a deadline.
    pub missed: Option<bool>,
}

/// Which kernels a report lists. Everything else in it is about all of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ListedKernels {
    /// All, as in `report.json`.
    All,
    /// Those that a [summary](super::ReportSummary) may name: with a deadline, or with a place in a plan.
    Named,
    /// None, for those who want only numbers.
    None,
}

impl ListedKernels {
    fn has(self, kernel: &Kernel) -> bool {
        match self {
            Self::All => true,
            Self::Named => kernel.deadline.is_some() || kernel.planned.is_some(),
            Self::None => false,
        }
    }
}

/// All kernels of a report, each made when it is written: together they take more memory than the run.
#[derive(Clone, Copy, Debug)]
pub struct WrittenKernels<'r> {
    pub(super) workload: &'r Workload,
    pub(super) record: &'r RunRecord,
}

impl Serialize for WrittenKernels<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(listed(self.workload, self.record, ListedKernels::All))
    }
}

/// The kernels of a report, one after the other.
pub(super) fn listed(
    workload: &Workload,
    record: &RunRecord,
    which: ListedKernels,
) -> impl Iterator<Item = KernelReport> {
    // A kernel without a record was never created.
    let records = record.kernels.iter().map(Some).chain(std::iter::repeat(None));
    let dags = workload.dags.iter().enumerate();
    let kernels = dags.flat_map(|(index, dag)| dag.kernels.iter().map(move |kernel| (index, dag, kernel)));
    let wanted = kernels.zip(records).filter(move |((_, _, kernel), _)| which.has(kernel));
    wanted.map(|((index, dag, kernel), seen)| {
        let unknown = KernelRecord::default();
        let tag = record.dags.get(index).and_then(|dag| dag.tag);
        KernelReport { dag: tag, ..one(workload, dag, kernel, seen.unwrap_or(&unknown)) }
    })
}

fn one(workload: &Workload, dag: &Dag, kernel: &Kernel, record: &KernelRecord) -> KernelReport {
    let due = Due::new(dag.due(kernel.deadline), record.finish);
    KernelReport {
        id: name(dag, kernel),
        dag: None,
        est: kernel.est,
        priority: kernel.priority,
        on_cp: kernel.on_cp,
        deps: deps(workload, dag, kernel, |_| true),
        ready: cycle(record.ready),
        first_launch: cycle(record.first_launch),
        finish: cycle(record.finish),
        sips: record.sips.iter().map(|sip| sip.get()).collect(),
        deps_on_launch: deps(workload, dag, kernel, |on| on == On::Launch),
        credits: credits(dag, kernel),
        role: role(kernel),
        ctx: kernel.ctx,
        threads: kernel.threads.get(),
        blocks: kernel.blocks,
        block_cycles: workload.block_cycles(kernel),
        state: state(record.state),
        admitted: cycle(record.admitted),
        wait: record.wait(),
        promotions: record.promotions,
        backfilled: record.backfilled,
        affinity: kernel.affinity.0,
        coop: kernel.coop,
        window: match kernel.triggers {
            Triggers::All | Triggers::Credits(_) => None,
            Triggers::Window(window) => Some(window),
        },
        planned_start: kernel.planned.as_ref().map(|planned| planned.start.0),
        planned_finish: kernel.planned.as_ref().map(|planned| planned.finish.0),
        deadline: due.deadline,
        lateness: due.lateness,
        missed: due.missed,
    }
}

/// GRAPH/KERNEL.
pub(super) fn name(dag: &Dag, kernel: &Kernel) -> String {
    format!("{}/{}", dag.name, kernel.name)
}

/// The predecessors in its graph, then those in others.
fn deps(workload: &Workload, dag: &Dag, kernel: &Kernel, is_wanted: impl Fn(On) -> bool) -> Vec<String> {
    let own = kernel.deps.iter().filter(|dep| is_wanted(dep.on)).map(|dep| (Some(dag), dep.place()));
    let external = kernel.external.iter().filter(|dep| is_wanted(dep.on));
    let external = external.map(|dep| (workload.dags.get(dep.dag), dep.kernel));
    let all = own.chain(external).filter_map(|(dag, kernel)| Some(name(dag?, dag?.kernels.get(kernel)?)));
    all.collect()
}

fn credits(dag: &Dag, kernel: &Kernel) -> Vec<String> {
    let Triggers::Credits(credits) = &kernel.triggers else { return Vec::new() };
    credits.iter().filter_map(|credit| Some(name(dag, dag.kernels.get(credit.kernel)?))).collect()
}

fn role(kernel: &Kernel) -> &'static str {
    match kernel.role {
        Role::Compute | Role::ComputeAfter(_) => "compute",
        Role::PrefetchOf(_) => "prefetch",
        Role::Load => "load",
    }
}

fn state(state: KernelState) -> &'static str {
    match state {
        KernelState::Waiting => "waiting",
        KernelState::Ready => "ready",
        KernelState::Pushed => "pushed",
        KernelState::Resident => "resident",
        KernelState::Launched => "launched",
        KernelState::Finished => "finished",
        KernelState::Rejected => "rejected",
        KernelState::Lost => "lost",
    }
}
