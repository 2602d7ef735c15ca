//! E10: the dependencies, together with the order of each core, are acyclic.

use super::{GeminiFinding, GeminiPart, GeminiRule, at};
use crate::import::gemini::scope::Slot;

/// The single finding, at the smallest kernel on any cycle.
pub(in crate::import::gemini) fn cyclic(on_cycle: &Slot<'_>) -> GeminiFinding {
    at(on_cycle, GeminiPart::Whole, GeminiRule::E10, "waits for itself along a dependency cycle".into())
}
