//! Offsets and strides are multiples of the size of a register, page bounds of a word: the bus accesses whole registers.

use super::occupied::occupied;
use super::window_is_addressable::is_legal;
use crate::diagnostic::{Code, MapDiagnostic};
use crate::model::{Map, Place};
use std::collections::BTreeSet;

pub(super) fn check(map: &Map) -> Vec<MapDiagnostic> {
    let mut diagnostics: Vec<MapDiagnostic> = Vec::new();
    let relative: BTreeSet<&str> =
        map.pages.iter().filter(|page| page.is_relative).map(|page| page.name.value.as_str()).collect();
    // Another check reports a width that no register has.
    for thing in occupied(map).filter(|thing| thing.alignment.is_power_of_two()) {
        let size = thing.alignment;
        // The first element is off if the place where it is written is, or what that counts from.
        let first = judge(thing.first, thing.place, size);
        let is_as_written = !thing.name.contains('.') && !relative.contains(thing.page);
        diagnostics.extend(first.map(|one| if is_as_written { one } else { one.suggest(None::<String>) }));
        diagnostics
            .extend(thing.dims.iter().filter_map(|dim| judge(dim.stride.value, dim.stride.place, size)));
    }
    let bounds = map.pages.iter().flat_map(|page| [&page.base, &page.size].map(|bound| (bound, page)));
    // A bound that is not written follows from others.
    let written = bounds.filter(|(bound, page)| bound.place != page.name.place).map(|(bound, _)| bound);
    let window = Some(&map.window_bytes).filter(|window| is_legal(window.value));
    diagnostics.extend(written.chain(window).filter_map(|bound| judge(bound.value, bound.place, 4)));
    // The stride of a group is the same number for each of its words.
    diagnostics.sort_by_key(|diagnostic| diagnostic.place);
    diagnostics.dedup_by_key(|diagnostic| diagnostic.place);
    diagnostics
}

fn judge(number: u64, place: Place, size: u64) -> Option<MapDiagnostic> {
    if number.is_multiple_of(size) {
        return None;
    }
    let next = number.checked_next_multiple_of(size).map(|next| format!("0x{next:04x}"));
    let (label, remedy) = match size {
        4 => ("not word-aligned", "the bus accesses aligned words of 4 bytes only".to_owned()),
        _ => ("not aligned", format!("the bus accesses aligned registers only, here of {size} bytes")),
    };
    let message = format!("0x{number:04x} is not a multiple of {size}");
    Some(MapDiagnostic::new(Code::Unaligned, place, message).label(label).remedy(remedy).suggest(next))
}
