//! E2: workload_id ascends strictly on each core and is never negative.

use super::{GeminiFinding, GeminiPart, GeminiRule, at};
use crate::import::gemini::scope::{Scope, Slot};
use crate::import::gemini::workload::GeminiWorkload;

/// Returns a finding at each workload whose id is negative or not above the id of the entry before it.
pub(super) fn ids_ascend(scope: &Scope<'_>) -> Vec<GeminiFinding> {
    let mut findings = Vec::new();
    for (&core, list) in &scope.ir.cores {
        let before = std::iter::once(-1).chain(list.iter().map(|workload| workload.workload_id));
        for (workload, before) in
            list.iter().zip(before).filter(|(workload, before)| breaks(workload, *before))
        {
            let msg = format!(
                "workload_id {} after {before}: ids must ascend and not be negative",
                workload.workload_id
            );
            findings.push(at(&Slot { core, workload }, GeminiPart::Whole, GeminiRule::E2, msg));
        }
    }
    findings
}

/// Returns whether a workload breaks the rule if the entry before it has the id `before`, -1 for the first entry.
pub(super) fn breaks(workload: &GeminiWorkload<'_>, before: i64) -> bool {
    workload.workload_id <= before || workload.workload_id < 0
}
