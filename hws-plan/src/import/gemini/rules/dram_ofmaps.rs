//! E6: the ofmaps sent to DRAM and the entries of `-1.in` correspond (G4: ids, workload, box).

use super::{GeminiFinding, GeminiPart, GeminiPlace, GeminiRule, at};
use crate::import::gemini::extent::Extent;
use crate::import::gemini::ir::{GeminiDestination, GeminiInput};
use crate::import::gemini::scope::{Scope, Slot};
use crate::import::gemini::workload::Ofmap;

/// Returns a finding at each ofmap sent to DRAM without a `-1.in` entry of its own, and at each such entry without an
/// ofmap.
pub(super) fn dram_ofmaps(scope: &Scope<'_>) -> Vec<GeminiFinding> {
    let mut findings = Vec::new();
    for slot in &scope.slots {
        for (i, ofmap) in slot.workload.ofmap.iter().enumerate().filter(|(_, ofmap)| goes_to_dram(ofmap)) {
            let msg = mismatch(scope, slot, ofmap);
            findings.extend(msg.map(|msg| at(slot, GeminiPart::Ofmap(i), GeminiRule::E6, msg)));
        }
    }
    for (i, input) in scope.ir.memory.inputs.iter().enumerate() {
        let msg = without_ofmap(scope, input.transfer_id);
        findings.extend(msg.map(|msg| GeminiFinding {
            rule: GeminiRule::E6,
            place: GeminiPlace::Input(i),
            msg,
        }));
    }
    findings
}

fn goes_to_dram(ofmap: &Ofmap<'_>) -> bool {
    ofmap.destination.iter().any(GeminiDestination::is_dram)
}

fn mismatch(scope: &Scope<'_>, slot: &Slot<'_>, ofmap: &Ofmap<'_>) -> Option<String> {
    let transfer = ofmap.transfer_id;
    let Some(input) = scope.producers.input(transfer) else {
        return Some(format!("goes to DRAM, but there is no -1.in entry {transfer}"));
    };
    let input = &scope.ir.memory.inputs[input];
    let named = input.core_id.good().copied().zip(input.workload_id.good().copied());
    if named != Some((slot.core.into(), slot.workload.workload_id)) {
        return Some(format!("-1.in entry {transfer} names another workload"));
    }
    has_another_box(slot, ofmap, input).then(|| format!("-1.in entry {transfer} has another box"))
}

/// The box of the entry should be the ofmap's, moved by the workload's box or not; a box that breaches E11 is not
/// compared.
fn has_another_box(slot: &Slot<'_>, ofmap: &Ofmap<'_>, input: &GeminiInput) -> bool {
    let boxes = (
        Extent::of_pair(&slot.workload.workload),
        Extent::of(&ofmap.lower, &ofmap.upper),
        Extent::of(&input.lower, &input.upper),
    );
    let (Some(whole), Some(part), Some(written)) = boxes else { return false };
    !part.is_at(&whole, &written) && part != written
}

fn without_ofmap(scope: &Scope<'_>, transfer: i64) -> Option<String> {
    let Some(place) = scope.producers.ofmap(transfer) else {
        return Some(format!("transfer {transfer} has no producing ofmap"));
    };
    let ofmap = &scope.slots[place.kernel].workload.ofmap[place.ofmap];
    (!goes_to_dram(ofmap)).then(|| format!("the ofmap of transfer {transfer} does not go to DRAM"))
}
