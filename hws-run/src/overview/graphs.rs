//! The graphs and their kernels.

use schemars::JsonSchema;
use serde::Serialize;

use super::registers::Registers;
use crate::report::{Path, narrow, work};
use crate::workload::{Dag, DagKind, Kernel, Role, Triggers, Workload, places, rounds};
use hws_sim::On;

/// A graph.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DagOverview {
    /// Its name.
    pub name: String,
    /// static or dynamic.
    pub kind: &'static str,
    /// When firmware gets it.
    pub arrival: u64,
    /// Its longest path in real cycles.
    pub critical_path: u64,
    /// SIP cycles of its blocks.
    pub work: u64,
    /// Its kernels in order.
    pub kernels: Vec<KernelOverview>,
}

/// A kernel.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct KernelOverview {
    /// Its name.
    pub name: String,
    /// Of a prefetch, the kernel whose L2 it allocates.
    pub prefetch: Option<String>,
    /// Context.
    pub ctx: u8,
    /// SIPs per block.
    pub threads: u32,
    /// Blocks.
    pub blocks: u16,
    /// All blocks start together.
    pub coop: bool,
    /// Most blocks started and not finished; null: all.
    pub window: Option<u16>,
    /// Estimate of a block in time units.
    pub est: u32,
    /// Real cycles of a block.
    pub block_cycles: u64,
    /// offline_priority.
    pub priority: u32,
    /// On a critical path of its graph.
    pub on_cp: bool,
    /// SIPs it may use, as a mask: affinity, usage mask of its context, and the SIPs that there are.
    pub sip_mask: u32,
    /// Aligned places for its blocks in that mask; 0: it can never run.
    pub places: u32,
    /// How often its blocks fill the machine when it is alone.
    pub rounds: u64,
    /// What it waits for.
    pub deps: Vec<DependencyOverview>,
    /// The kernels of its graph whose blocks have to finish before its blocks may start.
    pub credits: Vec<String>,
}

/// A kernel that is waited for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DependencyOverview {
    /// Its name.
    pub kernel: String,
    /// launch or finish.
    pub on: &'static str,
    /// Its graph; null: the same.
    pub dag: Option<String>,
}

impl DagOverview {
    pub(super) fn of(workload: &Workload, dag: &Dag, registers: &Registers) -> Self {
        let works = dag.kernels.iter().map(|kernel| work(workload, kernel));
        Self {
            name: dag.name.clone(),
            kind: match dag.kind {
                DagKind::Static => "static",
                DagKind::Dynamic => "dynamic",
            },
            arrival: dag.arrival.0,
            critical_path: narrow(Path::of(workload, dag).cycles),
            work: narrow(works.fold(0, u128::saturating_add)),
            kernels: dag
                .kernels
                .iter()
                .map(|kernel| KernelOverview::of(workload, dag, kernel, registers))
                .collect(),
        }
    }
}

impl KernelOverview {
    fn of(workload: &Workload, dag: &Dag, kernel: &Kernel, registers: &Registers) -> Self {
        let topology = workload.hardware.topology;
        let name = |index: usize| dag.kernels.get(index).map(|kernel| kernel.name.clone());
        let mask = kernel.affinity & registers.usage_mask(kernel) & topology.present();
        Self {
            name: kernel.name.clone(),
            prefetch: match kernel.role {
                Role::PrefetchOf(other) => name(other),
                Role::Compute | Role::ComputeAfter(_) => None,
            },
            ctx: kernel.ctx,
            threads: kernel.threads.get(),
            blocks: kernel.blocks,
            coop: kernel.coop,
            window: match kernel.triggers {
                Triggers::All | Triggers::Credits(_) => None,
                Triggers::Window(window) => Some(window),
            },
            est: kernel.est,
            block_cycles: workload.block_cycles(kernel),
            priority: kernel.priority,
            on_cp: kernel.on_cp,
            sip_mask: mask.0,
            places: places(kernel, mask),
            rounds: rounds(kernel, topology),
            deps: deps(workload, dag, kernel),
            credits: match &kernel.triggers {
                Triggers::Credits(credits) => {
                    credits.iter().filter_map(|credit| name(credit.kernel)).collect()
                }
                Triggers::All | Triggers::Window(_) => Vec::new(),
            },
        }
    }
}

/// Those of its graph, then those of others.
fn deps(workload: &Workload, dag: &Dag, kernel: &Kernel) -> Vec<DependencyOverview> {
    let own = kernel.deps.iter().filter_map(|dep| {
        Some(DependencyOverview {
            kernel: dag.kernels.get(dep.kernel)?.name.clone(),
            on: on(dep.on),
            dag: None,
        })
    });
    let external = kernel.external.iter().filter_map(|dep| {
        let other = workload.dags.get(dep.dag)?;
        let kernel = other.kernels.get(dep.kernel)?.name.clone();
        Some(DependencyOverview { kernel, on: on(dep.on), dag: Some(other.name.clone()) })
    });
    own.chain(external).collect()
}

fn on(on: On) -> &'static str {
    match on {
        On::Finish => "finish",
        On::Launch => "launch",
    }
}
