//! E20: regions lie inside L2, and the entries of a weight buffer do not overlap.

use super::{GeminiFinding, GeminiPart, GeminiRule, at};
use crate::import::gemini::buffer::GeminiBuffer;
use crate::import::gemini::regions::{Region, Taken};
use crate::import::gemini::scope::{Scope, Slot};

/// Returns a finding at each workload with an invalid region, or with two overlapping entries of wl0_buffer or
/// wl1_buffer.
pub(super) fn regions(scope: &Scope<'_>) -> Vec<GeminiFinding> {
    scope.slots.iter().filter_map(|slot| of_workload(scope, slot)).collect()
}

fn of_workload(scope: &Scope<'_>, slot: &Slot<'_>) -> Option<GeminiFinding> {
    let buffersize = scope.buffersize();
    let mut listed = slot.workload.ring_buffer_info.good().into_iter().flatten();
    let bad = listed.position(|entry| Region::of(entry, buffersize).is_none());
    let msg = bad.map(|i| format!("ring_buffer_info {i} is not [start, size] inside {buffersize} bytes"));
    let overlap = || slot.workload.weight_buffers().find_map(|(key, list)| Some((key, overlapping(list)?)));
    let msg = msg.or_else(|| overlap().map(|(key, i)| format!("{key} entry {i} overlaps an earlier one")));
    msg.map(|msg| at(slot, GeminiPart::Whole, GeminiRule::E20, msg))
}

/// Returns the first entry that overlaps an earlier one.
fn overlapping(list: &[GeminiBuffer<'_>]) -> Option<usize> {
    if list.len() < 2 {
        return None;
    }
    let mut taken = Taken::default();
    list.iter().enumerate().position(|(i, entry)| {
        let (Some(address), Some(size)) = (entry.address, entry.size) else { return false };
        let end = address + size;
        taken.take(&[address..end, end..end], i).is_some()
    })
}
