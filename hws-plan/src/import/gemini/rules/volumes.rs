//! W2: the ofmaps of a workload have as many elements as its box.

use super::{GeminiFinding, GeminiPart, GeminiRule, at};
use crate::import::gemini::extent::Extent;
use crate::import::gemini::scope::Scope;
use crate::import::gemini::workload::GeminiWorkload;

/// Returns a finding at each workload where they differ; one without ofmaps, or with an invalid box, is not judged.
pub(super) fn volumes(scope: &Scope<'_>) -> Vec<GeminiFinding> {
    let differ = scope.slots.iter().filter(|slot| differs(slot.workload).unwrap_or(false));
    let msg = "ofmap volumes do not add up to the workload box";
    differ.map(|slot| at(slot, GeminiPart::Whole, GeminiRule::W2, msg.into())).collect()
}

fn differs(workload: &GeminiWorkload<'_>) -> Option<bool> {
    let whole = Extent::of_pair(&workload.workload).filter(|_| !workload.ofmap.is_empty())?;
    let parts = workload.ofmap.iter().map(|ofmap| Extent::of(&ofmap.lower, &ofmap.upper));
    // A saturated sum is above any volume.
    let sum = parts
        .map(|part| part.map(|part| part.volume()))
        .try_fold(0, |sum, volume| volume.map(|volume| u128::saturating_add(sum, volume)))?;
    Some(sum != whole.volume())
}
