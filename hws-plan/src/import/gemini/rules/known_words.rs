//! W4: all keys and layer types are known.

use super::{GeminiFinding, GeminiPart, GeminiPlace, GeminiRule, at};
use crate::import::gemini::scope::{Scope, Slot};

/// The known layer types (G18).
const LAYER_TYPES: [&str; 3] = ["pe", "vp", "dt"];

/// Returns a finding at each unknown top-level key, at the first of each other unknown key, and at each workload with an
/// unknown layer_type.
pub(super) fn known_words(scope: &Scope<'_>) -> Vec<GeminiFinding> {
    let keys = scope.ir.unknown.iter().map(|key| GeminiFinding {
        rule: GeminiRule::W4,
        place: GeminiPlace::Top(key.to_string()),
        msg: "unknown top-level key".into(),
    });
    let below = scope.ir.unread.iter().map(|unread| GeminiFinding {
        rule: GeminiRule::W4,
        place: unread.place.clone(),
        msg: format!("unknown key {}, {} in the file; it is ignored", unread.key, times(unread.count)),
    });
    let is_known = |slot: &&Slot<'_>| LAYER_TYPES.iter().any(|kind| slot.workload.layer_type.is(kind));
    let odd = scope.slots.iter().filter(|slot| !is_known(slot));
    let types = odd.map(|slot| {
        let msg = format!("layer_type {} is not one of pe, vp, dt", slot.workload.layer_type);
        at(slot, GeminiPart::Whole, GeminiRule::W4, msg)
    });
    keys.chain(below).chain(types).collect()
}

fn times(count: usize) -> String {
    if count == 1 { "once".to_owned() } else { format!("{count} times") }
}
