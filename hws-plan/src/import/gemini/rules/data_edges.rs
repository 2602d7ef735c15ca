//! E5: on one core the producer comes before its consumer; and the data edges, without the breaches.

use super::{GeminiFinding, GeminiRule, at};
use crate::import::gemini::resolve::reads;
use crate::import::gemini::scope::Scope;
use crate::input::{InputError, InputFault, MOST};

/// Data producers of each kernel, ascending and unique, and the edges left out as E5, each at the
/// entry that reads, also when the data goes through DRAM.
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
            let msg = format!("producer core {} wl {id} of transfer {transfer} is not earlier", slot.core);
            late.push(at(slot, part, GeminiRule::E5, msg));
        }
    }
    data.sort_unstable();
    data.dedup();
    data
}
