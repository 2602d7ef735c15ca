//! E5: on one core a producer comes before its consumers. Also the data edges, without those that breach the rule.

use super::{GeminiFinding, GeminiRule, at};
use crate::import::gemini::resolve::reads;
use crate::import::gemini::scope::Scope;
use crate::input::{InputError, InputFault, MOST};

/// Data producers of each kernel, ascending and unique, and a finding for each edge left out by E5, at the reading
/// entry even if the data goes through DRAM.
///
/// # Errors
/// More edges than an input may have.
pub(in crate::import::gemini) fn data_edges(
    scope: &Scope<'_>,
) -> Result<(Vec<Vec<usize>>, Vec<GeminiFinding>), InputError> {
    let mut late = Vec::new();
    let mut edges = 0;
    let all = (0..scope.slots.len()).map(|k| {
        let data = producers(scope, k, &mut late);
        edges += data.len();
        let few = edges <= MOST;
        few.then_some(data).ok_or_else(|| InputError::new("edges", InputFault::TooMany { most: MOST }))
    });
    Ok((all.collect::<Result<_, _>>()?, late))
}

fn producers(scope: &Scope<'_>, k: usize, late: &mut Vec<GeminiFinding>) -> Vec<usize> {
    let slot = &scope.slots[k];
    let mut data = Vec::new();
    for (part, transfer) in reads(slot) {
        for &source in scope.producers.kernels(transfer).unwrap_or_default() {
            let producer = &scope.slots[source];
            if source < k || producer.core != slot.core {
                data.push(source);
                continue;
            }
            let id = producer.workload.workload_id;
            let msg = format!(
                "its producer core {} wl {id} of transfer {transfer} does not come earlier",
                slot.core
            );
            late.push(at(slot, part, GeminiRule::E5, msg));
        }
    }
    data.sort_unstable();
    data.dedup();
    data
}
