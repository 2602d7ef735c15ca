//! W4: top-level keys and layer types are known ones.

use super::{Finding, Part, Rule, Where, at};
use crate::import::gemini::scope::{Scope, Slot};

/// What runs a layer (G18).
const LAYER_TYPES: [&str; 3] = ["pe", "vp", "dt"];

/// A finding at each other top-level key, and at each workload with another layer_type.
pub(super) fn known_words(scope: &Scope<'_>) -> Vec<Finding> {
    let keys = scope.ir.unknown.iter().map(|key| Finding {
        rule: Rule::W4,
        place: Where::Top(key.to_string()),
        msg: "unknown top-level key".into(),
    });
    let is_known = |slot: &&Slot<'_>| LAYER_TYPES.iter().any(|kind| slot.workload.layer_type.is(kind));
    let odd = scope.slots.iter().filter(|slot| !is_known(slot));
    let types = odd.map(|slot| {
        let msg = format!("layer_type {} is none of pe, vp, dt", slot.workload.layer_type);
        at(slot, Part::Whole, Rule::W4, msg)
    });
    keys.chain(types).collect()
}
