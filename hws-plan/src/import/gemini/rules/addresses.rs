//! W5: a buffer has an address.

use super::{GeminiFinding, GeminiPart, GeminiRule, at};
use crate::import::gemini::scope::Scope;

/// Returns a finding at each buffer without an address.
pub(super) fn addresses(scope: &Scope<'_>) -> Vec<GeminiFinding> {
    let all = scope.slots.iter().flat_map(|slot| {
        slot.workload.snapshot().iter().enumerate().map(move |(i, entry)| (slot, i, entry.address))
    });
    let without = all.filter(|(_, _, address)| address.is_none());
    without.map(|(slot, i, _)| at(slot, GeminiPart::Buffer(i), GeminiRule::W5, "no address".into())).collect()
}
