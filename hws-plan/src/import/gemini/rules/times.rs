//! E15: `time` is an integer from 0.

use super::{Finding, Part, Rule, at};
use crate::import::gemini::Field;
use crate::import::gemini::kernels::Slot;

/// A finding at each workload with another time (10.0 too); it counts as 0.
pub(crate) fn times(slots: &[Slot<'_>]) -> Vec<Finding> {
    let wrong = |slot: &Slot<'_>| {
        let found = match &slot.workload.time {
            Field::Good(time) if *time >= 0 => return None,
            Field::Good(time) => time.to_string(),
            Field::Wrong(found) => found.clone(),
            Field::Absent => "nothing".into(),
        };
        let msg = format!("time {found} is not an integer from 0 to 2^31 - 1");
        Some(at(slot, Part::Whole, Rule::E15, msg))
    };
    slots.iter().filter_map(wrong).collect()
}
