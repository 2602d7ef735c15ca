//! W3: `ofmap_size` is the sum of the sizes of the ofmaps (G8).

use super::{GeminiFinding, GeminiPart, GeminiRule, at};
use crate::import::gemini::scope::{Scope, Slot};

/// Returns a finding at each workload where they differ; one without ofmap_size or ofmaps is not judged.
pub(super) fn ofmap_sizes(scope: &Scope<'_>) -> Vec<GeminiFinding> {
    scope.slots.iter().filter_map(of_workload).collect()
}

fn of_workload(slot: &Slot<'_>) -> Option<GeminiFinding> {
    let (given, ofmaps) = (&slot.workload.ofmap_size, &slot.workload.ofmap);
    if !given.is_given() || ofmaps.is_empty() {
        return None;
    }
    // Sizes are below 2^31, so 2^32 of them fit.
    let sum: i64 = ofmaps.iter().filter_map(|ofmap| ofmap.size.good()).sum();
    let msg = || format!("ofmap_size {given}, but the ofmaps have {sum} bytes");
    (given.good() != Some(&sum)).then(|| at(slot, GeminiPart::Whole, GeminiRule::W3, msg()))
}
