//! E5: on one core the producer comes before its consumer; and the data edges, without the breaches.

use super::{Finding, Rule, at};
use crate::import::gemini::Ir;
use crate::import::gemini::kernels::Slot;
use crate::import::gemini::resolve::{Producers, Source, reads};

/// Data producers of each kernel, ascending and unique, and the edges left out as E5, each at the
/// entry that reads, also when the data goes through DRAM.
pub(crate) fn data_edges(
    ir: &Ir<'_>,
    slots: &[Slot<'_>],
    producers: &Producers,
) -> (Vec<Vec<usize>>, Vec<Finding>) {
    let mut late = Vec::new();
    let edges = slots.iter().enumerate().map(|(k, slot)| {
        let mut data = Vec::new();
        for (part, transfer) in reads(slot) {
            let Source::Kernels(sources) = producers.source(&ir.memory, transfer) else { continue };
            for source in sources {
                if source >= k && slots[source].core == slot.core {
                    let id = slots[source].workload.workload_id;
                    let msg =
                        format!("producer core {} wl {id} of transfer {transfer} is not earlier", slot.core);
                    late.push(at(slot, part, Rule::E5, msg));
                } else {
                    data.push(source);
                }
            }
        }
        data.sort_unstable();
        data.dedup();
        data
    });
    (edges.collect(), late)
}
