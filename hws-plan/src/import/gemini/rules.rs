//! The rules of a schedule, one file per fact that a rule establishes.
//!
//! A rule reads the schedule and returns the breaches; it changes nothing and depends on no other rule. Boxes that
//! breach E11 are ignored by the other rules.

mod addresses;
mod batches;
mod boxes;
mod current_ifmaps;
mod cycles;
mod data_edges;
mod destination_snapshots;
mod destinations_exist;
mod destinations_read;
mod dram_ofmaps;
mod ids_ascend;
mod ids_without_gaps;
mod ifmap_sizes;
mod known_words;
mod ofmap_sizes;
mod one_producer;
mod regions;
mod related;
mod residency;
mod snapshots;
mod sources;
mod tiles;
mod times;
mod top_values;
mod transfers_exist;
mod volumes;
mod weights;

pub(super) use cycles::cyclic;
pub(super) use data_edges::data_edges;

use super::finding::{GeminiFinding, GeminiPart, GeminiPlace, GeminiRule};
use super::scope::{Scope, Slot};

/// The rules that need only the schedule.
pub(super) const ALL: [fn(&Scope<'_>) -> Vec<GeminiFinding>; 25] = [
    top_values::top_values,
    ids_ascend::ids_ascend,
    one_producer::one_producer,
    transfers_exist::transfers_exist,
    dram_ofmaps::dram_ofmaps,
    related::related,
    destinations_exist::destinations_exist,
    weights::weights,
    boxes::boxes,
    snapshots::snapshots,
    current_ifmaps::current_ifmaps,
    ifmap_sizes::ifmap_sizes,
    times::times,
    residency::residency,
    sources::sources,
    destination_snapshots::destination_snapshots,
    regions::regions,
    destinations_read::destinations_read,
    volumes::volumes,
    ofmap_sizes::ofmap_sizes,
    known_words::known_words,
    addresses::addresses,
    ids_without_gaps::ids_without_gaps,
    tiles::tiles,
    batches::batches,
];

/// Creates a finding in a workload.
fn at(slot: &Slot<'_>, part: GeminiPart, rule: GeminiRule, msg: String) -> GeminiFinding {
    let place = GeminiPlace::Workload { core: slot.core, workload_id: slot.workload.workload_id, part };
    GeminiFinding { rule, place, msg }
}
