//! Every word ends inside the window.

use super::arrays_are_indexable::is_indexable;
use super::occupied::{Occupied, occupied};
use crate::diagnostic::{Code, MapDiagnostic};
use crate::model::Map;
use std::collections::BTreeSet;

pub(super) fn check(map: &Map) -> Vec<MapDiagnostic> {
    let window = map.window_bytes.value;
    // Other checks report the window itself, pages that leave it, and arrays without an end.
    if !super::window_is_addressable::is_legal(window) {
        return Vec::new();
    }
    let leaving: BTreeSet<&str> = map
        .pages
        .iter()
        .filter(|page| super::registers_inside_page::end(page) > window)
        .map(|page| page.name.value.as_str())
        .collect();
    occupied(map)
        .filter(|thing| thing.end > window && is_indexable(thing.dims) && !leaving.contains(thing.page))
        .map(|thing| diagnose(map, &thing))
        .collect()
}

fn diagnose(map: &Map, thing: &Occupied<'_>) -> MapDiagnostic {
    let window = map.window_bytes.value;
    let (name, last) = (thing.name, thing.end.saturating_sub(1));
    let message = format!("{name} reaches 0x{last:04x}, beyond the window of 0x{window:04x} bytes");
    MapDiagnostic::new(Code::OutsideWindow, thing.place, message)
        .label("begins here")
        .note(map.window_bytes.place, "the window")
        .remedy("move it into the window")
}
