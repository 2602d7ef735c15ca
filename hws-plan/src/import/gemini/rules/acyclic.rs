//! E10: the dependencies, with the order of each core, are acyclic.

use super::{Finding, Part, Rule, workload};
use crate::import::gemini::Kernel;
use crate::topo;

/// One finding at the smallest kernel on any cycle.
pub(crate) fn acyclic(kernels: &[Kernel]) -> Option<Finding> {
    let preds: Vec<_> = kernels.iter().map(|kernel| kernel.preds.clone()).collect();
    let on_cycle = &kernels[topo::topological(&preds).err()?];
    let place = workload(on_cycle.core, on_cycle.workload_id, Part::Whole);
    Some(Finding { rule: Rule::E10, place, msg: "waits for itself along a dependency cycle".into() })
}
