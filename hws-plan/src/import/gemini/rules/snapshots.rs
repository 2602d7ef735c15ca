//! E12: in a snapshot every entry lies in its region, and no two overlap.

use std::ops::Range;

use super::{GeminiFinding, GeminiPart, GeminiRule, at};
use crate::import::gemini::regions::{Taken, overlap, regions};
use crate::import::gemini::scope::{Scope, Slot};

/// Returns a finding at each buffer outside its region, and at each that overlaps an earlier one. Entries without an
/// address are ignored.
pub(super) fn snapshots(scope: &Scope<'_>) -> Vec<GeminiFinding> {
    let mut ranges = Vec::new();
    let odd = scope.slots.iter().filter(|slot| !is_sound(scope, slot, &mut ranges));
    odd.flat_map(|slot| of_workload(scope, slot)).collect()
}

/// Returns whether a workload has no finding. `ranges` is room for its bytes.
fn is_sound(scope: &Scope<'_>, slot: &Slot<'_>, ranges: &mut Vec<Range<i64>>) -> bool {
    let regions = regions(slot.workload, scope.buffersize());
    ranges.clear();
    slot.workload.snapshot().iter().all(|entry| {
        let Some(address) = entry.address else { return true };
        let size = entry.size.unwrap_or(0);
        let region = regions.clone().find(|region| region.has(address));
        region.filter(|region| size <= region.size).is_some_and(|region| {
            ranges.extend(region.bytes(address, size));
            true
        })
    }) && !overlap(ranges)
}

fn of_workload(scope: &Scope<'_>, slot: &Slot<'_>) -> Vec<GeminiFinding> {
    let regions: Vec<_> = regions(slot.workload, scope.buffersize()).collect();
    let mut taken = Taken::default();
    let mut findings = Vec::new();
    let mut find = |i, msg| findings.push(at(slot, GeminiPart::Buffer(i), GeminiRule::E12, msg));
    for (i, entry) in slot.workload.snapshot().iter().enumerate() {
        let Some(address) = entry.address else { continue };
        let size = entry.size.unwrap_or(0);
        let Some(region) = regions.iter().find(|region| region.has(address)) else {
            find(i, format!("address {address} is not in any region"));
            continue;
        };
        if size > region.size {
            find(i, format!("{size} bytes in a region of {}", region.size));
        }
        if let Some(earlier) = taken.take(&region.bytes(address, size), i) {
            find(
                i,
                format!("overlaps {}", earlier.map_or("earlier entries".into(), |e| format!("buffer {e}"))),
            );
        }
    }
    findings
}
