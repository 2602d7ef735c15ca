//! E9: every transfer that a weight operand reads has a producer, and the destinations of a weight in DRAM use it.

use super::{GeminiFinding, GeminiPart, GeminiPlace, GeminiRule, at};
use crate::import::gemini::scope::Scope;

/// Returns a finding at each weight with a transfer that nothing produces, and at each `-1.out` entry of type weight
/// with a destination that has another weight.
pub(super) fn weights(scope: &Scope<'_>) -> Vec<GeminiFinding> {
    let mut findings = Vec::new();
    for slot in &scope.slots {
        let mut ids = slot.workload.weight.iter().flat_map(|weight| &weight.transfer_id);
        if let Some(id) = ids.find(|&&id| scope.producers.kernels(id).is_none()) {
            findings.push(at(
                slot,
                GeminiPart::Weight,
                GeminiRule::E9,
                format!("transfer {id} has no source"),
            ));
        }
    }
    let outputs = scope.ir.memory.outputs.iter().enumerate();
    for (i, output) in outputs.filter(|(_, output)| output.kind.is("weight")) {
        let to = output.destination.iter().filter_map(|to| scope.kernel(to.workload()?));
        let mut idle = to.filter(|&k| !scope.weights.has(k, output.transfer_id));
        if let Some(k) = idle.next() {
            let slot = &scope.slots[k];
            let (core, id) = (slot.core, slot.workload.workload_id);
            let msg = format!("weight {} is not used by core {core} wl {id}", output.transfer_id);
            findings.push(GeminiFinding { rule: GeminiRule::E9, place: GeminiPlace::Output(i), msg });
        }
    }
    findings
}
