//! Kernels.

use hws_types::Cycle;
use serde::Serialize;

use crate::timeline::html::columns::{deltas, optional, plain};
use crate::timeline::html::data::prefetch;
use crate::timeline::{KernelLine, Timeline};
use crate::workload::Role;

/// Kernels by kernel_id.
#[derive(Serialize)]
pub(in crate::timeline::html) struct KernelList<'a> {
    names: Vec<&'a str>,
    dag: String,
    /// 0 computes, 1 computes after a prefetch, 2 is a prefetch.
    role: String,
    /// The kernel_id of its prefetch, or of the kernel it prefetches for.
    prefetch: String,
    threads: String,
    blocks: String,
    est: String,
    priority: String,
    on_cp: String,
    /// The number of predecessors of each kernel.
    dep_count: String,
    /// All predecessors, as deltas.
    deps: String,
    ready: String,
    pushed: String,
    admitted: String,
    first_launch: String,
    finish: String,
    deadline: String,
}

impl<'a> KernelList<'a> {
    pub(in crate::timeline::html) fn new(timeline: &'a Timeline) -> Self {
        let kernels = &timeline.kernels;
        let number = |of: fn(&KernelLine) -> u64| plain(|| kernels.iter().map(of)).to_string();
        let time = |of: fn(&KernelLine) -> Option<Cycle>| {
            optional(|| kernels.iter().map(|kernel| of(kernel).map(|cycle| cycle.0))).to_string()
        };
        let deps = || kernels.iter().flat_map(|kernel| kernel.deps.iter().map(|&dep| u64::from(dep)));
        Self {
            names: kernels.iter().map(|kernel| kernel.name.as_str()).collect(),
            dag: deltas(|| kernels.iter().map(|kernel| u64::from(kernel.dag))).to_string(),
            role: number(role),
            prefetch: optional(|| (0..kernels.len()).map(|id| prefetch(timeline, id).map(u64::from)))
                .to_string(),
            threads: number(|kernel| u64::from(kernel.threads)),
            blocks: number(|kernel| u64::from(kernel.blocks)),
            est: number(|kernel| u64::from(kernel.est)),
            priority: number(|kernel| u64::from(kernel.priority)),
            on_cp: number(|kernel| u64::from(kernel.on_cp)),
            dep_count: number(|kernel| kernel.deps.len() as u64),
            deps: deltas(deps).to_string(),
            ready: time(|kernel| kernel.ready),
            pushed: time(|kernel| kernel.pushed),
            admitted: time(|kernel| kernel.admitted),
            first_launch: time(|kernel| kernel.first_launch),
            finish: time(|kernel| kernel.finish),
            deadline: time(|kernel| kernel.deadline),
        }
    }
}

const fn role(kernel: &KernelLine) -> u64 {
    match kernel.role {
        Role::Compute => 0,
        Role::ComputeAfter(_) => 1,
        Role::PrefetchOf(_) => 2,
        Role::Load => 3,
    }
}
