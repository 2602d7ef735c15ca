//! W1: the destinations of an ofmap read it (G5: real files list more).

use super::{GeminiFinding, GeminiPart, GeminiRule, at};
use crate::import::gemini::scope::Scope;

/// Returns a finding at each ofmap with a destination whose ifmaps do not use the transfer.
pub(super) fn destinations_read(scope: &Scope<'_>) -> Vec<GeminiFinding> {
    let mut findings = Vec::new();
    for slot in &scope.slots {
        for (i, ofmap) in slot.workload.ofmap.iter().enumerate() {
            let transfer = ofmap.transfer_id;
            let mut kernels = scope.destinations(ofmap);
            if let Some(k) = kernels.find(|&k| !scope.ifmaps.has(k, transfer)) {
                let to = &scope.slots[k];
                let msg = format!(
                    "core {} wl {} does not use transfer {transfer}",
                    to.core, to.workload.workload_id
                );
                findings.push(at(slot, GeminiPart::Ofmap(i), GeminiRule::W1, msg));
            }
        }
    }
    findings
}
