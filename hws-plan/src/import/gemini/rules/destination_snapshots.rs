//! E19: the snapshot of a destination that reads a transfer contains an ifmap with it.

use super::{GeminiFinding, GeminiPart, GeminiRule, at};
use crate::import::gemini::scope::{Scope, Uses};

/// Returns a finding at each ofmap that is missing from the non-empty snapshot of a destination that reads it.
pub(super) fn destination_snapshots(scope: &Scope<'_>) -> Vec<GeminiFinding> {
    let held = Uses::of(&scope.slots, |workload| {
        let ifmaps = workload.snapshot().iter().filter(|entry| entry.kind.is("ifmap"));
        ifmaps.flat_map(|entry| &entry.transfer_id)
    });
    let mut findings = Vec::new();
    for sent in scope.ofmaps() {
        let transfer = sent.ofmap.transfer_id;
        let reads = sent.kernels().filter(|&k| scope.ifmaps.has(k, transfer));
        let mut seen = reads.filter(|&k| !scope.slots[k].workload.snapshot().is_empty());
        if let Some(k) = seen.find(|&k| !held.has(k, transfer)) {
            let to = &scope.slots[k];
            let (core, id) = (to.core, to.workload.workload_id);
            let msg = format!("no ifmap with transfer {transfer} in the snapshot of core {core} wl {id}");
            findings.push(at(sent.slot, GeminiPart::Ofmap(sent.i), GeminiRule::E19, msg));
        }
    }
    findings
}
