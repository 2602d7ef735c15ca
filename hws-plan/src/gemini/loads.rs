//! The loads of a schedule as kernels of its plan: one channel, which they use one after the other (G17).

use super::dram::GeminiLoad;
use crate::plan::{DepKind, PlanDep, PlanKernel, PlanOn, PlanTriggers};

/// Returns a load for each one of the schedule, in their order: `load0`, `load1` and so on. Each waits for the one before
/// and for the kernels that write what it reads.
pub(super) fn kernels(dag: &str, loads: &[GeminiLoad], names: &[String]) -> Vec<PlanKernel> {
    let kernel = |(index, load): (usize, &GeminiLoad)| {
        let before = index.checked_sub(1).map(|before| after(&id(before), DepKind::Order));
        let data = load.after.iter().map(|&producer| after(&names[producer], DepKind::Data));
        PlanKernel {
            id: id(index),
            dag: dag.to_owned(),
            block_num: 1,
            thread_num: 1,
            est: load.time,
            priority: 0,
            on_cp: false,
            affinity: u32::MAX,
            ctx: 0,
            coop: false,
            deps: before.into_iter().chain(data).collect(),
            triggers: PlanTriggers::All,
            l2_bytes: None,
            params: None,
            prefetch: None,
            load: true,
            instances: None,
        }
    };
    loads.iter().enumerate().map(kernel).collect()
}

/// Names of kernels begin with their core, so none is equal to that of a load.
fn id(index: usize) -> String {
    format!("load{index}")
}

/// A dependency on the finish of a kernel.
pub(super) fn after(kernel: &str, kind: DepKind) -> PlanDep {
    PlanDep { kernel: kernel.to_owned(), dag: None, on: PlanOn::Finish, kind, transfer: 0 }
}
