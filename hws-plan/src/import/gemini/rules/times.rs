//! E15: `time` is an integer from 0.

use super::{GeminiFinding, GeminiPart, GeminiRule, at};
use crate::import::gemini::scope::Scope;

/// Returns a finding at each workload whose time is anything else (10.0 included); it counts as 0.
pub(super) fn times(scope: &Scope<'_>) -> Vec<GeminiFinding> {
    let mut findings = Vec::new();
    for slot in &scope.slots {
        let time = &slot.workload.time;
        if time.good().is_none_or(|&time| time < 0) {
            let msg = format!("time {time} is not an integer from 0 to 2^31 - 1");
            findings.push(at(slot, GeminiPart::Whole, GeminiRule::E15, msg));
        }
    }
    findings
}
