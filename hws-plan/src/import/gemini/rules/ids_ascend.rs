//! E2: workload_id ascends strictly on each core, from 0 on.

use super::{Finding, Part, Rule, workload};
use crate::import::gemini::Ir;

/// A finding at each workload whose id is negative or not above that of the entry before it.
pub(crate) fn ids_ascend(ir: &Ir<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (&core, list) in &ir.cores {
        let mut before = -1;
        for entry in list {
            let id = entry.workload_id;
            if id <= before || id < 0 {
                let msg = format!("workload_id {id} after {before}: ids must rise from 0");
                findings.push(Finding { rule: Rule::E2, place: workload(core, id, Part::Whole), msg });
            }
            before = id;
        }
    }
    findings
}
