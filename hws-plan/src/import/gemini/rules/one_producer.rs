//! E3: every transfer_id has exactly one producer entry, and at most one `-1.in` entry.

use std::collections::BTreeSet;

use super::{GeminiFinding, GeminiPart, GeminiPlace, GeminiRule, at};
use crate::import::gemini::scope::Scope;

/// Returns a finding at each producer entry but the first (`-1.out` entries come before ofmaps, which are in kernel
/// order), and at each `-1.in` entry but the first of an id.
pub(super) fn one_producer(scope: &Scope<'_>) -> Vec<GeminiFinding> {
    let mut findings = Vec::new();
    let mut produced = BTreeSet::new();
    for (i, output) in scope.ir.memory.outputs.iter().enumerate() {
        if !produced.insert(output.transfer_id) {
            findings.push(in_memory(GeminiPlace::Output(i), twice(output.transfer_id)));
        }
    }
    for slot in &scope.slots {
        for (i, ofmap) in slot.workload.ofmap.iter().enumerate() {
            if !produced.insert(ofmap.transfer_id) {
                findings.push(at(slot, GeminiPart::Ofmap(i), GeminiRule::E3, twice(ofmap.transfer_id)));
            }
        }
    }
    let mut written = BTreeSet::new();
    for (i, input) in scope.ir.memory.inputs.iter().enumerate() {
        if !written.insert(input.transfer_id) {
            let msg = format!("transfer_id {} is written to DRAM twice", input.transfer_id);
            findings.push(in_memory(GeminiPlace::Input(i), msg));
        }
    }
    findings
}

fn twice(transfer: i64) -> String {
    format!("transfer_id {transfer} has two producers")
}

fn in_memory(place: GeminiPlace, msg: String) -> GeminiFinding {
    GeminiFinding { rule: GeminiRule::E3, place, msg }
}
