//! E4: every transfer that an ifmap reads has a producer.

use super::{GeminiFinding, GeminiPart, GeminiRule, at};
use crate::import::gemini::scope::Scope;

/// Returns a finding at each ifmap with a transfer that nothing produces. (For weights see E9.)
pub(super) fn transfers_exist(scope: &Scope<'_>) -> Vec<GeminiFinding> {
    let mut findings = Vec::new();
    for slot in &scope.slots {
        for (i, ifmap) in slot.workload.ifmap.iter().enumerate() {
            let lost = ifmap.transfer_id.iter().filter(|&&id| scope.producers.kernels(id).is_none());
            let finding =
                |id| at(slot, GeminiPart::Ifmap(i), GeminiRule::E4, format!("transfer {id} has no source"));
            findings.extend(lost.map(finding));
        }
    }
    findings
}
