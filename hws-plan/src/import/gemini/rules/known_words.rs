//! W4: top-level keys and layer types are known ones.

use super::{GeminiFinding, GeminiPart, GeminiPlace, GeminiRule, at};
use crate::import::gemini::scope::{Scope, Slot};

/// What runs a layer (G18).
const LAYER_TYPES: [&str; 3] = ["pe", "vp", "dt"];

/// A finding at each other top-level key, and at each workload with another layer_type.
pub(super) fn known_words(scope: &Scope<'_>) -> Vec<GeminiFinding> {
    let keys = scope.ir.unknown.iter().map(|key| GeminiFinding {
        rule: GeminiRule::W4,
        place: GeminiPlace::Top(key.to_string()),
        msg: "unknown top-level key".into(),
    });
    let is_known = |slot: &&Slot<'_>| LAYER_TYPES.iter().any(|kind| slot.workload.layer_type.is(kind));
    let odd = scope.slots.iter().filter(|slot| !is_known(slot));
    let types = odd.map(|slot| {
        let msg = format!("layer_type {} is none of pe, vp, dt", slot.workload.layer_type);
        at(slot, GeminiPart::Whole, GeminiRule::W4, msg)
    });
    keys.chain(types).collect()
}
