//! The loads of a schedule as kernels of its plan: one channel, which they use one after the other (G17).

use super::dram::GeminiLoad;
use crate::plan::{DepKind, PlanDep, PlanKernel};

/// Returns a load for each one of the schedule, in their order: `load0`, `load1` and so on. Each waits for the one before
/// and for the kernels that write what it reads.
pub(super) fn kernels(dag: &str, loads: &[GeminiLoad], names: &[String]) -> Vec<PlanKernel> {
    let kernel = |(index, load): (usize, &GeminiLoad)| {
        let before = index.checked_sub(1).map(|before| PlanDep::on_finish(id(before), DepKind::Order));
        let data = load.after.iter().map(|&producer| PlanDep::on_finish(&names[producer], DepKind::Data));
        PlanKernel {
            deps: before.into_iter().chain(data).collect(),
            load: true,
            ..PlanKernel::new(id(index), dag, load.time)
        }
    };
    loads.iter().enumerate().map(kernel).collect()
}

/// Names of kernels begin with their core, so none is equal to that of a load.
fn id(index: usize) -> String {
    format!("load{index}")
}
