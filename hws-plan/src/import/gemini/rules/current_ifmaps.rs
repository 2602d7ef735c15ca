//! E13 and W6: the snapshot entries marked as ifmaps of the workload match its ifmaps (G6).

use std::collections::{BTreeMap, BTreeSet};

use super::{GeminiFinding, GeminiPart, GeminiRule, at};
use crate::import::gemini::scope::{Scope, Slot};

/// Transfers of an entry.
type Ids = BTreeSet<i64>;

/// Returns a finding at each workload with a non-empty snapshot in which the number of marked entries differs from the
/// number of ifmaps, or an ifmap is not covered (E13), or more is covered (W6).
pub(super) fn current_ifmaps(scope: &Scope<'_>) -> Vec<GeminiFinding> {
    let with_snapshot = scope.slots.iter().filter(|slot| !slot.workload.snapshot().is_empty());
    with_snapshot.filter_map(of_workload).collect()
}

fn of_workload(slot: &Slot<'_>) -> Option<GeminiFinding> {
    let snapshot = || slot.workload.snapshot().iter().filter(|entry| entry.is_current());
    let current = || snapshot().map(|entry| &*entry.transfer_id);
    let ifmaps = || slot.workload.ifmap.iter().map(|ifmap| &*ifmap.transfer_id);
    // Most schedules list both in one order.
    if current().eq(ifmaps()) {
        return None;
    }
    let (current, ifmaps) = (sorted(current()), sorted(ifmaps()));
    if current == ifmaps {
        return None;
    }
    let whole = |rule, what| {
        let msg = format!("{what}: cur_wl_ifmap {current:?}, ifmap {ifmaps:?}");
        Some(at(slot, GeminiPart::Whole, rule, msg))
    };
    if current.len() == ifmaps.len() && covers_each(&current, &ifmaps) {
        whole(GeminiRule::W6, "cur_wl_ifmap covers more transfers than the workload reads")
    } else {
        whole(GeminiRule::E13, "cur_wl_ifmap does not cover the ifmaps")
    }
}

fn sorted<'a>(lists: impl Iterator<Item = &'a [i64]>) -> Vec<Ids> {
    let mut all: Vec<Ids> = lists.map(|list| list.iter().copied().collect()).collect();
    all.sort_unstable();
    all
}

/// Returns whether `current` has as many entries as `ifmaps`, and each ifmap is part of one of them.
fn covers_each(current: &[Ids], ifmaps: &[Ids]) -> bool {
    let mut holders: BTreeMap<i64, Vec<usize>> = BTreeMap::new();
    for (i, ids) in current.iter().enumerate() {
        ids.iter().for_each(|&id| holders.entry(id).or_default().push(i));
    }
    let holders_of = |id: &i64| holders.get(id).map_or(&[][..], Vec::as_slice);
    ifmaps.iter().all(|ids| {
        let rarest = ids.iter().map(holders_of).min_by_key(|list| list.len());
        rarest.is_none_or(|list| list.iter().any(|&i| ids.is_subset(&current[i])))
    })
}
