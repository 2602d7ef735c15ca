//! E10: the dependencies, with the order of each core, are acyclic.

use super::{Finding, Part, Rule, at};
use crate::import::gemini::scope::Slot;

/// The one finding, at the smallest kernel on any cycle.
pub(in crate::import::gemini) fn cyclic(on_cycle: &Slot<'_>) -> Finding {
    at(on_cycle, Part::Whole, Rule::E10, "waits for itself along a dependency cycle".into())
}
