//! Kernels and slots of the jobs of a plan.

use super::jobs::{Job, Jobs};
use crate::periodic::graph::Graph;
use crate::periodic::planned::PeriodicPlanned;
use crate::plan::{DepKind, PlanDep, PlanKernel, PlanOn, PlanSlot, PlanTriggers};
use crate::rank::Weighted;

/// Returns a kernel for each job: one block on its SIP, after its producers and after the previous job of the SIP.
pub(super) fn kernels(planned: &PeriodicPlanned, jobs: &Jobs) -> Vec<PlanKernel> {
    let graph = &planned.problem.graph;
    let (labels, on_cp) = (graph.labels(), critical(graph));
    let (before, priority) = (before(&jobs.jobs), priorities(&jobs.jobs));
    let id = |job: &Job| format!("{}.{}", labels[job.node], job.r);
    let kernel = |(index, job): (usize, &Job)| {
        let mut deps: Vec<PlanDep> = graph.into[job.node]
            .iter()
            .map(|&edge| {
                let from = Job { node: graph.edges[edge].from, ..*job };
                PlanDep { kernel: id(&from), dag: None, on: PlanOn::Finish, kind: DepKind::Data, transfer: 0 }
            })
            .collect();
        deps.extend(
            before[index].map(|other| &jobs.jobs[other]).filter(|other| !feeds(graph, other, job)).map(
                |other| {
                    let dag =
                        (other.instance != job.instance).then(|| jobs.instances[other.instance].name.clone());
                    PlanDep { kernel: id(other), dag, on: PlanOn::Finish, kind: DepKind::Order, transfer: 0 }
                },
            ),
        );
        PlanKernel {
            id: id(job),
            dag: jobs.instances[job.instance].name.clone(),
            block_num: 1,
            thread_num: 1,
            est: graph.cost[job.node].unsigned_abs(),
            priority: priority[index],
            on_cp: on_cp[job.node],
            affinity: 1 << job.sip,
            ctx: 0,
            coop: false,
            deps,
            triggers: PlanTriggers::All,
            l2_bytes: None,
            params: None,
            prefetch: None,
            load: false,
        }
    };
    jobs.jobs.iter().enumerate().map(kernel).collect()
}

pub(super) fn slots(planned: &PeriodicPlanned, jobs: &Jobs) -> Vec<PlanSlot> {
    let graph = &planned.problem.graph;
    let labels = graph.labels();
    let slot = |job: &Job| PlanSlot {
        dag: jobs.instances[job.instance].name.clone(),
        kernel: format!("{}.{}", labels[job.node], job.r),
        block: 0,
        sip: u8::try_from(job.sip).unwrap_or(u8::MAX),
        start: job.start,
        end: job.start + graph.cost[job.node].unsigned_abs(),
    };
    jobs.jobs.iter().map(slot).collect()
}

/// Returns the nodes on a longest path of execution times and transfers through the cache.
fn critical(graph: &Graph) -> Vec<bool> {
    let cost: Vec<i128> = graph.cost.iter().map(|&cost| cost.into()).collect();
    let next = |&edge: &usize| (graph.edges[edge].to, i128::from(graph.edges[edge].t_cache));
    let succ: Vec<Vec<(usize, i128)>> =
        graph.out_of.iter().map(|out| out.iter().map(next).collect()).collect();
    let weighted = Weighted { cost: &cost, succ: &succ, topo: &graph.topo };
    weighted.on_critical_path(&weighted.ranks())
}

/// Returns whether a job already has a data dependency on another.
fn feeds(graph: &Graph, from: &Job, to: &Job) -> bool {
    (from.instance, from.r) == (to.instance, to.r)
        && graph.edges.binary_search_by_key(&(from.node, to.node), |edge| (edge.from, edge.to)).is_ok()
}

/// Returns the previous job of the SIP, for each job.
fn before(jobs: &[Job]) -> Vec<Option<usize>> {
    let mut order: Vec<usize> = (0..jobs.len()).collect();
    order.sort_by_key(|&job| (jobs[job].sip, jobs[job].start));
    let mut before = vec![None; jobs.len()];
    for pair in order.windows(2).filter(|pair| jobs[pair[0]].sip == jobs[pair[1]].sip) {
        before[pair[1]] = Some(pair[0]);
    }
    before
}

/// Priorities: higher for earlier starts, equal for equal starts, and 1 for the last.
fn priorities(jobs: &[Job]) -> Vec<u32> {
    let mut starts: Vec<u64> = jobs.iter().map(|job| job.start).collect();
    starts.sort_unstable();
    starts.dedup();
    let priority = |job: &Job| starts.len() - starts.partition_point(|&start| start < job.start);
    jobs.iter().map(|job| u32::try_from(priority(job)).unwrap_or(u32::MAX)).collect()
}
