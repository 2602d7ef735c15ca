//! E3: every transfer_id has exactly one producer entry, and at most one `-1.in` entry.

use std::collections::BTreeSet;

use super::{Finding, Part, Rule, Where, workload};
use crate::import::gemini::Ir;
use crate::import::gemini::kernels::Slot;

/// A finding at each later producer entry (`-1.out` come before ofmaps, these in kernel order) and
/// at each later `-1.in` entry of an id.
pub(crate) fn one_producer(ir: &Ir<'_>, slots: &[Slot<'_>]) -> Vec<Finding> {
    let outputs = ir.memory.outputs.iter().enumerate();
    let outputs = outputs.map(|(i, entry)| (entry.transfer_id, Where::Output(i)));
    let ofmaps = slots.iter().flat_map(|slot| {
        let place = |i| workload(slot.core, slot.workload.workload_id, Part::Ofmap(i));
        slot.workload.ofmap.iter().enumerate().map(move |(i, ofmap)| (ofmap.transfer_id, place(i)))
    });
    let inputs = ir.memory.inputs.iter().enumerate();
    let inputs = inputs.map(|(i, entry)| (entry.transfer_id, Where::Input(i)));
    let mut findings = later(outputs.chain(ofmaps), "has two producers");
    findings.extend(later(inputs, "is written to DRAM twice"));
    findings
}

fn later(entries: impl Iterator<Item = (i64, Where)>, what: &str) -> Vec<Finding> {
    let mut seen = BTreeSet::new();
    let twice = entries.filter(|(id, _)| !seen.insert(*id));
    twice
        .map(|(id, place)| Finding { rule: Rule::E3, place, msg: format!("transfer_id {id} {what}") })
        .collect()
}
