//! E4: every transfer an ifmap reads has a producer.

use super::{Finding, Part, Rule, at};
use crate::import::gemini::Ir;
use crate::import::gemini::kernels::Slot;
use crate::import::gemini::resolve::{Producers, Source, reads};

/// A finding at each ifmap with a transfer that nothing produces. (A weight's is E9.)
pub(crate) fn transfers_exist(ir: &Ir<'_>, slots: &[Slot<'_>], producers: &Producers) -> Vec<Finding> {
    let mut findings = Vec::new();
    for slot in slots {
        for (part, transfer) in reads(slot).filter(|(part, _)| *part != Part::Weight) {
            if producers.source(&ir.memory, transfer) == Source::None {
                findings.push(at(slot, part, Rule::E4, format!("transfer {transfer} has no source")));
            }
        }
    }
    findings
}
