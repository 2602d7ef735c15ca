//! E11: a box is two corners of four integers each, with the lower not above the upper.

use super::{GeminiFinding, GeminiPart, GeminiPlace, GeminiRule, at};
use crate::import::gemini::extent::Extent;
use crate::import::gemini::field::GeminiField;
use crate::import::gemini::ir::Corner;
use crate::import::gemini::scope::{Scope, Slot};

/// Returns a finding at each entry with an invalid box. A weight or buffer without corners has no box.
pub(super) fn boxes(scope: &Scope<'_>) -> Vec<GeminiFinding> {
    let memory = &scope.ir.memory;
    let inputs = memory.inputs.iter().enumerate();
    let inputs =
        inputs.filter_map(|(i, input)| Some((GeminiPlace::Input(i), bad(&input.lower, &input.upper)?)));
    let outputs = memory.outputs.iter().enumerate();
    let outputs =
        outputs.filter_map(|(i, output)| Some((GeminiPlace::Output(i), bad(&output.lower, &output.upper)?)));
    let in_memory =
        inputs.chain(outputs).map(|(place, msg)| GeminiFinding { rule: GeminiRule::E11, place, msg });
    in_memory.chain(scope.slots.iter().flat_map(of_workload)).collect()
}

fn of_workload(slot: &Slot<'_>) -> Vec<GeminiFinding> {
    let workload = slot.workload;
    let mut found: Vec<(GeminiPart, String)> = Vec::new();
    if Extent::of_pair(&workload.workload).is_none() {
        found.push((
            GeminiPart::Whole,
            "`workload` is not a lower and an upper corner of four integers".into(),
        ));
    }
    let ifmaps = workload.ifmap.iter().enumerate();
    found.extend(
        ifmaps.filter_map(|(i, entry)| Some((GeminiPart::Ifmap(i), bad(&entry.lower, &entry.upper)?))),
    );
    let ofmaps = workload.ofmap.iter().enumerate();
    found.extend(
        ofmaps.filter_map(|(i, entry)| Some((GeminiPart::Ofmap(i), bad(&entry.lower, &entry.upper)?))),
    );
    let weight = workload.weight.iter();
    found.extend(
        weight.filter_map(|entry| Some((GeminiPart::Weight, bad_if_given(&entry.lower, &entry.upper)?))),
    );
    let buffers = workload.snapshot().iter().enumerate();
    let bad_buffer = |(i, entry): (usize, &crate::import::gemini::GeminiBuffer<'_>)| {
        Some((GeminiPart::Buffer(i), bad_if_given(&entry.lower, &entry.upper)?))
    };
    found.extend(buffers.filter_map(bad_buffer));
    found.into_iter().map(|(part, msg)| at(slot, part, GeminiRule::E11, msg)).collect()
}

fn bad_if_given(lower: &GeminiField<Corner>, upper: &GeminiField<Corner>) -> Option<String> {
    if lower.is_given() || upper.is_given() { bad(lower, upper) } else { None }
}

fn bad(lower: &GeminiField<Corner>, upper: &GeminiField<Corner>) -> Option<String> {
    let is_bad = Extent::of(lower, upper).is_none();
    is_bad.then(|| format!("lower {}, upper {} is not a box in four dimensions", words(lower), words(upper)))
}

fn words(corner: &GeminiField<Corner>) -> String {
    match corner {
        GeminiField::Good(corner) => format!("{corner:?}"),
        GeminiField::Wrong(found) => found.to_string(),
        GeminiField::Absent => "nothing".into(),
    }
}
