//! E12: in a snapshot every entry lies in its region, and no two overlap.

use super::{GeminiFinding, GeminiPart, GeminiRule, at};
use crate::import::gemini::regions::{Taken, regions};
use crate::import::gemini::scope::{Scope, Slot};

/// Returns a finding at each buffer outside its region, and at each that overlaps an earlier one. Entries without an
/// address are ignored.
pub(super) fn snapshots(scope: &Scope<'_>) -> Vec<GeminiFinding> {
    scope.slots.iter().flat_map(|slot| of_workload(scope, slot)).collect()
}

fn of_workload(scope: &Scope<'_>, slot: &Slot<'_>) -> Vec<GeminiFinding> {
    let regions = regions(slot.workload, scope.buffersize());
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
