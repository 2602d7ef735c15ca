//! W4: all top-level keys and layer types are known.

use super::{GeminiFinding, GeminiPart, GeminiPlace, GeminiRule, at};
use crate::import::gemini::scope::{Scope, Slot};

/// The known layer types (G18).
const LAYER_TYPES: [&str; 3] = ["pe", "vp", "dt"];

/// Returns a finding at each unknown top-level key, and at each workload with an unknown layer_type.
pub(super) fn known_words(scope: &Scope<'_>) -> Vec<GeminiFinding> {
    let keys = scope.ir.unknown.iter().map(|key| GeminiFinding {
        rule: GeminiRule::W4,
        place: GeminiPlace::Top(key.to_string()),
        msg: "unknown top-level key".into(),
    });
    let is_known = |slot: &&Slot<'_>| LAYER_TYPES.iter().any(|kind| slot.workload.layer_type.is(kind));
    let odd = scope.slots.iter().filter(|slot| !is_known(slot));
    let types = odd.map(|slot| {
        let msg = format!("layer_type {} is not one of pe, vp, dt", slot.workload.layer_type);
        at(slot, GeminiPart::Whole, GeminiRule::W4, msg)
    });
    keys.chain(types).collect()
}
