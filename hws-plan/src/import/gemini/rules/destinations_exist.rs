//! E8: destinations are workloads that exist.

use super::{GeminiFinding, GeminiPart, GeminiPlace, GeminiRule, at};
use crate::import::gemini::ir::GeminiDestination;
use crate::import::gemini::scope::{Scope, Sent};

/// Returns a finding at each `-1.out` entry and ofmap with a destination that is not a workload (or, for ofmaps, DRAM).
pub(super) fn destinations_exist(scope: &Scope<'_>) -> Vec<GeminiFinding> {
    let mut findings = Vec::new();
    for (i, output) in scope.ir.memory.outputs.iter().enumerate() {
        let msg = output.destination.iter().find_map(|to| missing(scope, to));
        findings.extend(msg.map(|msg| GeminiFinding {
            rule: GeminiRule::E8,
            place: GeminiPlace::Output(i),
            msg,
        }));
    }
    for Sent { slot, i, ofmap, to } in scope.ofmaps() {
        if let Some(lost) = to.iter().position(Option::is_none) {
            let mut to_cores = ofmap.destination.iter().filter(|to| !to.is_dram());
            let msg = to_cores.nth(lost).map(does_not_exist);
            findings.extend(msg.map(|msg| at(slot, GeminiPart::Ofmap(i), GeminiRule::E8, msg)));
        }
    }
    findings
}

fn missing(scope: &Scope<'_>, to: &GeminiDestination<'_>) -> Option<String> {
    let exists = to.workload().and_then(|workload| scope.kernel(workload)).is_some();
    (!exists).then(|| does_not_exist(to))
}

fn does_not_exist(to: &GeminiDestination<'_>) -> String {
    format!("destination core {} wl {} does not exist", to.core_id, to.workload_id)
}
