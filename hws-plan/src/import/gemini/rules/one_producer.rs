//! E3: every transfer_id has exactly one producer entry, and at most one `-1.in` entry.

use super::{GeminiFinding, GeminiPart, GeminiPlace, GeminiRule, at};
use crate::import::gemini::resolve::Place;
use crate::import::gemini::scope::Scope;

/// Returns a finding at each producer entry but the first (`-1.out` entries come before ofmaps, which are in kernel
/// order), and at each `-1.in` entry but the first of an id.
pub(super) fn one_producer(scope: &Scope<'_>) -> Vec<GeminiFinding> {
    let mut findings = Vec::new();
    let producers = &scope.producers;
    for (i, output) in scope.ir.memory.outputs.iter().enumerate() {
        if producers.output(output.transfer_id) != Some(i) {
            findings.push(in_memory(GeminiPlace::Output(i), twice(output.transfer_id)));
        }
    }
    for (kernel, slot) in scope.slots.iter().enumerate() {
        for (i, ofmap) in slot.workload.ofmap.iter().enumerate() {
            let is_first = producers.ofmap(ofmap.transfer_id) == Some(Place { kernel, ofmap: i });
            if !is_first || producers.output(ofmap.transfer_id).is_some() {
                findings.push(at(slot, GeminiPart::Ofmap(i), GeminiRule::E3, twice(ofmap.transfer_id)));
            }
        }
    }
    for (i, input) in scope.ir.memory.inputs.iter().enumerate() {
        if producers.input(input.transfer_id) != Some(i) {
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
