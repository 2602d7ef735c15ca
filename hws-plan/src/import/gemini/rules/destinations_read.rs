//! W1: the destinations of an ofmap read it (G5: real files list more).

use super::{GeminiFinding, GeminiPart, GeminiRule, at};
use crate::import::gemini::scope::Scope;

/// Returns a finding at each ofmap with a destination whose ifmaps do not use the transfer.
pub(super) fn destinations_read(scope: &Scope<'_>) -> Vec<GeminiFinding> {
    let mut findings = Vec::new();
    for sent in scope.ofmaps() {
        let transfer = sent.ofmap.transfer_id;
        if let Some(k) = sent.kernels().find(|&k| !scope.ifmaps.has(k, transfer)) {
            let to = &scope.slots[k];
            let msg =
                format!("core {} wl {} does not use transfer {transfer}", to.core, to.workload.workload_id);
            findings.push(at(sent.slot, GeminiPart::Ofmap(sent.i), GeminiRule::W1, msg));
        }
    }
    findings
}
