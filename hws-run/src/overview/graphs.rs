//! The graphs and their kernels.

use hws_sim::On;
use schemars::JsonSchema;
use serde::Serialize;

use super::registers::Registers;
use crate::bounds::{narrow, total_work};
use crate::workload::{Dag, GraphKind, Kernel, Role, Triggers, Workload, places, rounds};

/// A graph.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DagOverview {
    /// Its name.
    pub name: String,
    /// static or dynamic.
    pub kind: &'static str,
    /// The cycle in which firmware receives it.
    pub arrival: u64,
    /// Its longest path in real cycles.
    pub critical_path: u64,
    /// Its priority among the graphs, which those of its kernels contain.
    pub priority: u8,
    /// Cycles after its arrival in which it should finish; null without a deadline.
    pub deadline: Option<u64>,
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
    /// For a prefetch, the kernel whose L2 it allocates.
    pub prefetch: Option<String>,
    /// Context.
    pub ctx: u8,
    /// SIPs per block.
    pub threads: u32,
    /// Blocks.
    pub blocks: u16,
    /// All blocks start together.
    pub coop: bool,
    /// Largest number of blocks started and not finished; null: all.
    pub window: Option<u16>,
    /// Estimate of a block in time units.
    pub est: u32,
    /// Real cycles of a block.
    pub block_cycles: u64,
    /// offline_priority.
    pub priority: u32,
    /// On a critical path of its graph.
    pub on_cp: bool,
    /// SIPs it may use, as a mask: affinity, usage mask of its context, and SIPs present.
    pub sip_mask: u32,
    /// Number of aligned places for its blocks in that mask; 0: it can never run.
    pub places: u32,
    /// Number of times that its blocks fill the machine when it is alone.
    pub rounds: u64,
    /// Cycles after the arrival of its graph in which it should finish; null without a deadline.
    pub deadline: Option<u64>,
    /// Its predecessors.
    pub deps: Vec<DependencyOverview>,
    /// The kernels of its graph whose blocks must finish before its blocks may start.
    pub credits: Vec<String>,
}

/// A predecessor.
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
    pub(super) fn new(workload: &Workload, dag: &Dag, path: u128, registers: &Registers) -> Self {
        Self {
            name: dag.name.clone(),
            kind: match dag.kind {
                GraphKind::Static => "static",
                GraphKind::Dynamic => "dynamic",
            },
            arrival: dag.arrival.0,
            critical_path: narrow(path),
            priority: dag.priority,
            deadline: dag.deadline,
            work: narrow(total_work(workload, std::slice::from_ref(dag))),
            kernels: dag
                .kernels
                .iter()
                .map(|kernel| KernelOverview::new(workload, dag, kernel, registers))
                .collect(),
        }
    }
}

impl KernelOverview {
    fn new(workload: &Workload, dag: &Dag, kernel: &Kernel, registers: &Registers) -> Self {
        let topology = workload.hardware.topology;
        let name = |index: usize| dag.kernels.get(index).map(|kernel| kernel.name.to_string());
        let mask = kernel.affinity & registers.usage_mask(kernel) & topology.present();
        Self {
            name: kernel.name.to_string(),
            prefetch: match kernel.role {
                Role::PrefetchOf(other) => name(other as usize),
                Role::Compute | Role::ComputeAfter(_) | Role::Load => None,
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
            deadline: kernel.deadline,
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

/// The predecessors in its graph, then those in others.
fn deps(workload: &Workload, dag: &Dag, kernel: &Kernel) -> Vec<DependencyOverview> {
    let own = kernel.deps.iter().filter_map(|dep| {
        Some(DependencyOverview {
            kernel: dag.kernels.get(dep.place())?.name.to_string(),
            on: on(dep.on),
            dag: None,
        })
    });
    let external = kernel.external.iter().filter_map(|dep| {
        let other = workload.dags.get(dep.dag)?;
        let kernel = other.kernels.get(dep.kernel)?.name.to_string();
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
