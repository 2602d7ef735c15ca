//! E16 and E17: a tensor that stays in L2 keeps its address, and is newly added iff it was not there before.

use super::{GeminiFinding, GeminiPart, GeminiRule, at};
use crate::import::gemini::buffer::GeminiBuffer;
use crate::import::gemini::scope::{Scope, Slot};

/// Tensor, index and address of each entry of a snapshot, ascending: the first entry of a tensor comes first.
type Resident = Vec<(i64, usize, i64)>;

/// Returns a finding at each buffer that has moved since the previous snapshot or is listed twice in its own (E16), or
/// whose newly_added does not match its absence from the previous one (E17). Entries without an address are ignored.
pub(super) fn residency(scope: &Scope<'_>) -> Vec<GeminiFinding> {
    let mut findings = Vec::new();
    let (mut before, mut now) = (Resident::new(), Resident::new());
    for (k, slot) in scope.slots.iter().enumerate() {
        now.clear();
        now.extend(residents(slot));
        now.sort_unstable();
        step(slot, scope.before(k).is_some().then_some(&before), &now, &mut findings);
        std::mem::swap(&mut before, &mut now);
    }
    findings
}

fn residents(slot: &Slot<'_>) -> impl Iterator<Item = (i64, usize, i64)> {
    let snapshot = slot.workload.snapshot().iter().enumerate();
    snapshot.filter_map(|(i, entry)| Some((entry.tensor_id?, i, entry.address?)))
}

/// Index and address of the first entry of a tensor.
fn first_of(resident: &Resident, tensor: i64) -> Option<(usize, i64)> {
    let first = resident.partition_point(|entry| entry.0 < tensor);
    resident.get(first).filter(|entry| entry.0 == tensor).map(|&(_, i, address)| (i, address))
}

/// Judges a snapshot by the previous one on the core, if any.
fn step(slot: &Slot<'_>, before: Option<&Resident>, now: &Resident, findings: &mut Vec<GeminiFinding>) {
    for (tensor, i, address) in residents(slot) {
        let mut find = |rule, msg: String| findings.push(at(slot, GeminiPart::Buffer(i), rule, msg));
        let was = before.map(|before| first_of(before, tensor).map(|(_, address)| address));
        if first_of(now, tensor).is_some_and(|(first, _)| first < i) {
            find(GeminiRule::E16, format!("tensor {tensor} is in the snapshot twice"));
        } else if let Some(Some(was)) = was.filter(|&was| was != Some(address)) {
            find(GeminiRule::E16, format!("tensor {tensor} moved from {was} to {address}"));
        }
        let entry = &slot.workload.snapshot()[i];
        if let Some(was) = was.filter(|was| contradicts(entry, was.is_none())) {
            let there = if was.is_some() { "was" } else { "was not" };
            find(
                GeminiRule::E17,
                format!("newly_added of tensor {tensor}, which {there} in the previous snapshot"),
            );
        }
    }
}

fn contradicts(entry: &GeminiBuffer<'_>, is_new: bool) -> bool {
    entry.newly_added.good().is_some_and(|&said| said != is_new)
}
