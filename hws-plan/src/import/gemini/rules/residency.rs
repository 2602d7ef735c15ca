//! E16 and E17: a tensor that stays in L2 keeps its address, and is newly added iff it was not there before.

use std::collections::BTreeMap;

use super::{GeminiFinding, GeminiPart, GeminiRule, at};
use crate::import::gemini::buffer::GeminiBuffer;
use crate::import::gemini::scope::{Scope, Slot};

/// Address of each tensor in a snapshot; the first one if the tensor is listed twice.
type Resident = BTreeMap<i64, i64>;

/// Returns a finding at each buffer that has moved since the previous snapshot or is listed twice in its own (E16), or
/// whose newly_added does not match its absence from the previous one (E17). Entries without an address are ignored.
pub(super) fn residency(scope: &Scope<'_>) -> Vec<GeminiFinding> {
    let mut findings = Vec::new();
    let mut before: Option<Resident> = None;
    for (k, slot) in scope.slots.iter().enumerate() {
        before = before.filter(|_| scope.before(k).is_some());
        before = Some(step(slot, before.as_ref(), &mut findings));
    }
    findings
}

/// Judges a snapshot by the previous one on the core, if any. Returns the tensors that it holds.
fn step(slot: &Slot<'_>, before: Option<&Resident>, findings: &mut Vec<GeminiFinding>) -> Resident {
    let mut now = Resident::new();
    for (i, entry) in slot.workload.snapshot().iter().enumerate() {
        let (Some(tensor), Some(address)) = (entry.tensor_id, entry.address) else { continue };
        let mut find = |rule, msg: String| findings.push(at(slot, GeminiPart::Buffer(i), rule, msg));
        let was = before.map(|before| before.get(&tensor).copied());
        if now.contains_key(&tensor) {
            find(GeminiRule::E16, format!("tensor {tensor} is in the snapshot twice"));
        } else if let Some(Some(was)) = was.filter(|&was| was != Some(address)) {
            find(GeminiRule::E16, format!("tensor {tensor} moved from {was} to {address}"));
        }
        if let Some(was) = was.filter(|was| contradicts(entry, was.is_none())) {
            let there = if was.is_some() { "was" } else { "was not" };
            find(
                GeminiRule::E17,
                format!("newly_added of tensor {tensor}, which {there} in the previous snapshot"),
            );
        }
        now.entry(tensor).or_insert(address);
    }
    now
}

fn contradicts(entry: &GeminiBuffer<'_>, is_new: bool) -> bool {
    entry.newly_added.good().is_some_and(|&said| said != is_new)
}
