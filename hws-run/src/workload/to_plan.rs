//! A workload as a plan file (planner §6).
//!
//! Times become cycles, priorities are kept. A plan has no registers, contexts, firmware options, error model, real
//! times or VCs; the notes of the plan list those that the workload has.

use hws_plan::plan::{self, Plan};
use hws_sim::On;

use super::{Credit, Dag, Dep, GraphKind, Kernel, Role, Scheduler, Triggers, Workload};

impl Workload {
    /// Returns a plan called `name` with all graphs; `source` is the file, for the provenance.
    #[must_use]
    pub fn to_plan(&self, name: &str, source: Option<String>) -> Plan {
        let topology = self.hardware.topology;
        let kernels =
            self.dags.iter().flat_map(|dag| dag.kernels.iter().map(|kernel| self.kernel(dag, kernel)));
        let provenance = plan::Provenance {
            planner: "import".to_owned(),
            source,
            options: Vec::new(),
            notes: left_out(self),
        };
        Plan {
            machine: Some(plan::PlanMachine {
                cluster_sip_num: topology.cluster_sip_num(),
                cluster_num: topology.cluster_num(),
            }),
            dags: self.dags.iter().map(graph).collect(),
            kernels: kernels.collect(),
            ..Plan::new(name, provenance, plan::Time::of(plan::PlanTimeUnit::Cycles))
        }
    }

    fn kernel(&self, dag: &Dag, kernel: &Kernel) -> plan::PlanKernel {
        let prefetch = match kernel.role {
            Role::PrefetchOf(of) => Some(dag.kernels[of as usize].name.to_string()),
            Role::Compute | Role::ComputeAfter(_) | Role::Load => None,
        };
        let params = kernel
            .needs
            .params
            .map(|params| plan::PlanParams { entry_bytes: params.entry_bytes, queue: params.queue });
        let est = u64::from(kernel.est) * u64::from(self.hardware.time_unit);
        plan::PlanKernel {
            block_num: kernel.blocks,
            thread_num: kernel.threads.get(),
            priority: kernel.priority,
            on_cp: kernel.on_cp,
            affinity: kernel.affinity.0,
            ctx: kernel.ctx,
            coop: kernel.coop,
            deps: self.dependencies(dag, kernel),
            triggers: triggers(dag, &kernel.triggers),
            l2_bytes: kernel.needs.l2,
            params,
            prefetch,
            load: kernel.role == Role::Load,
            ..plan::PlanKernel::new(kernel.name.as_str(), &dag.name, est)
        }
    }

    fn dependencies(&self, dag: &Dag, kernel: &Kernel) -> Vec<plan::PlanDep> {
        let own = kernel.deps.iter().map(|dep| dependency(dag, dep, None));
        let other = kernel.external.iter().map(|dep| {
            let other = &self.dags[dep.dag];
            dependency(other, &dep.in_its_graph(), Some(other.name.clone()))
        });
        own.chain(other).collect()
    }
}

fn graph(dag: &Dag) -> plan::PlanDag {
    let kind = match dag.kind {
        GraphKind::Static => plan::PlanDagKind::Static,
        GraphKind::Dynamic => plan::PlanDagKind::Dynamic,
    };
    plan::PlanDag { arrival: dag.arrival.0, kind, ..plan::PlanDag::new(&dag.name) }
}

/// A dependency on a kernel of `of`; `dag` is its name if it is another graph.
fn dependency(of: &Dag, dep: &Dep, dag: Option<String>) -> plan::PlanDep {
    let on = match dep.on {
        On::Finish => plan::PlanOn::Finish,
        On::Launch => plan::PlanOn::Launch,
    };
    let kernel = of.kernels[dep.place()].name.as_str();
    plan::PlanDep { dag, on, transfer: dep.delay, ..plan::PlanDep::on_finish(kernel, plan::DepKind::Data) }
}

fn triggers(dag: &Dag, triggers: &Triggers) -> plan::PlanTriggers {
    let credit = |credit: &Credit| plan::PlanCredit {
        kernel: dag.kernels[credit.kernel].name.to_string(),
        need: credit.need.clone(),
    };
    match triggers {
        Triggers::All => plan::PlanTriggers::All,
        Triggers::Window(window) => plan::PlanTriggers::Window(*window),
        Triggers::Credits(credits) => plan::PlanTriggers::Credits(credits.iter().map(credit).collect()),
    }
}

/// Notes on the parts of a workload that a plan cannot express.
fn left_out(workload: &Workload) -> Vec<String> {
    let any = |of: fn(&Kernel) -> bool| workload.kernels().any(|(_, kernel)| of(kernel));
    let asks_for_grants = |kernel: &Kernel| kernel.needs.ahead > 1 || kernel.needs.vc.is_some();
    let all = [
        (!workload.hardware.registers.is_empty(), "register settings are left out; keep them in a --config"),
        (workload.hardware.time_unit > 1, "the time unit is left out; keep it in a --config"),
        (!workload.usage_masks.is_empty(), "usage masks are left out; keep them in a --config"),
        (workload.firmware != Default::default(), "firmware options are left out"),
        (
            workload.dags.iter().any(|dag| dag.scheduler == Scheduler::Firmware),
            "graphs scheduled by firmware are left to the HWS",
        ),
        (
            any(|kernel| kernel.deadline.is_some()) || workload.dags.iter().any(|dag| dag.deadline.is_some()),
            "deadlines are left out",
        ),
        (any(|kernel| kernel.actual.is_some()), "real times are left out"),
        (any(asks_for_grants), "VCs and grants ahead are left out"),
    ];
    all.into_iter().filter(|(is_there, _)| *is_there).map(|(_, note)| note.to_owned()).collect()
}
