//! Kernels and slots of a template.

use super::templates::{Job, Template};
use crate::lists::Lists;
use crate::periodic::graph::Graph;
use crate::plan::{DepKind, PlanDep, PlanKernel, PlanSlot};
use crate::rank::Weighted;

/// What all templates of a graph have in common.
pub(super) struct Tasks<'g> {
    graph: &'g Graph,
    labels: Vec<String>,
    on_cp: Vec<bool>,
}

impl<'g> Tasks<'g> {
    pub(super) fn of(graph: &'g Graph) -> Self {
        Self { graph, labels: graph.labels(), on_cp: critical(graph) }
    }

    /// A kernel for each task: one block on its SIP, after its producers.
    pub(super) fn kernels<'a>(&'a self, template: &'a Template) -> impl Iterator<Item = PlanKernel> + 'a {
        template.jobs.iter().map(|job| self.kernel(template, job))
    }

    fn kernel(&self, template: &Template, job: &Job) -> PlanKernel {
        let est = self.graph.cost[job.node].unsigned_abs();
        PlanKernel {
            on_cp: self.on_cp[job.node],
            // A SIP that no machine has is in no affinity; the plan is then marked as not runnable.
            affinity: u32::try_from(job.sip).ok().and_then(|sip| 1_u32.checked_shl(sip)).unwrap_or(u32::MAX),
            deps: self.deps(template, job),
            instances: job.instances,
            ..PlanKernel::new(self.id(job.node, job.r), &template.name, est)
        }
    }

    /// The same copy of its producers.
    fn deps(&self, template: &Template, job: &Job) -> Vec<PlanDep> {
        let dep = |&index: &usize| {
            let edge = &self.graph.edges[index];
            PlanDep {
                transfer: template.transfer(index, edge, job),
                ..PlanDep::on_finish(self.id(edge.from, job.r), DepKind::Data)
            }
        };
        self.graph.into[job.node].iter().map(dep).collect()
    }

    pub(super) fn slots<'a>(&'a self, template: &'a Template) -> impl Iterator<Item = PlanSlot> + 'a {
        template.jobs.iter().map(|job| PlanSlot {
            dag: template.name.clone(),
            kernel: self.id(job.node, job.r),
            block: 0,
            sip: u8::try_from(job.sip).unwrap_or(u8::MAX),
            start: job.start,
            end: job.start + self.graph.cost[job.node].unsigned_abs(),
        })
    }

    /// The name of a kernel: task and copy.
    pub(super) fn id(&self, node: usize, r: usize) -> String {
        format!("{}.{r}", self.labels[node])
    }
}

/// Returns the nodes on a longest path of execution times and transfers through the cache.
fn critical(graph: &Graph) -> Vec<bool> {
    let cost: Vec<i128> = graph.cost.iter().map(|&cost| cost.into()).collect();
    let next = |&edge: &usize| (graph.edges[edge].to, i128::from(graph.edges[edge].t_cache));
    let succ = Lists::of(graph.out_of.iter().map(|out| out.iter().map(next)));
    let weighted = Weighted { cost: &cost, succ: &succ, topo: &graph.topo };
    weighted.on_critical_path(&weighted.ranks())
}
