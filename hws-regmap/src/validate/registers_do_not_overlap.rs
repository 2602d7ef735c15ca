//! No byte belongs to two registers, elements of an array, reserved words and memories included.

use super::arrays_are_indexable::MOST_ELEMENTS;
use super::occupied::{Occupied, occupied};
use crate::diagnostic::{Code, MapDiagnostic};
use crate::model::Map;

/// An element, by its first byte, and the number of the thing that it belongs to.
type Element = (u64, usize);

pub(super) fn check(map: &Map) -> Vec<MapDiagnostic> {
    let mut things: Vec<Occupied<'_>> = occupied(map).filter(can_be_listed).collect();
    things.sort_by_key(|thing| thing.place.span);
    let mut room = u64::from(MOST_ELEMENTS);
    let mut elements: Vec<Element> = Vec::new();
    for (number, thing) in things.iter().enumerate() {
        // `arrays_are_indexable` reports what is beyond.
        let Some(rest) = room.checked_sub(thing.elements()) else { break };
        room = rest;
        elements.extend(thing.offsets().into_iter().map(|offset| (offset, number)));
    }
    elements.sort_unstable();
    clashes(&things, &elements)
}

/// Other checks report the rest.
fn can_be_listed(thing: &Occupied<'_>) -> bool {
    thing.is_aligned() && thing.end < u64::MAX && !super::arrays_have_room::is_crowded(thing)
}

/// Compares each element with the one before that reaches farthest; two arrays are one diagnostic.
fn clashes(things: &[Occupied<'_>], elements: &[Element]) -> Vec<MapDiagnostic> {
    let mut found: Vec<(usize, usize, u64)> = Vec::new();
    let mut farthest: Option<Element> = None;
    for &(offset, number) in elements {
        let end = |(offset, number): Element| things.get(number).map_or(offset, |thing| offset + thing.bytes);
        if let Some(before) = farthest.filter(|before| end(*before) > offset) {
            let pair = (number.min(before.1), number.max(before.1));
            found.push((pair.0, pair.1, offset));
        }
        if farthest.is_none_or(|before| end(before) < end((offset, number))) {
            farthest = Some((offset, number));
        }
    }
    found.sort_unstable();
    found.dedup_by_key(|(_, late, _)| *late);
    let diagnose = |(early, late, offset): (usize, usize, u64)| {
        Some(diagnose(things.get(early)?, things.get(late)?, offset))
    };
    found.into_iter().filter_map(diagnose).collect()
}

/// Points at the one that comes later in the file, which is probably the new one.
fn diagnose(early: &Occupied<'_>, late: &Occupied<'_>, offset: u64) -> MapDiagnostic {
    let what = if early.bytes == 4 && late.bytes == 4 { "word" } else { "byte" };
    let message = format!("{} and {} both claim the {what} at 0x{offset:04x}", early.name, late.name);
    MapDiagnostic::new(Code::RegistersOverlap, late.place, message)
        .label(format!("{} is placed here", late.name))
        .note(early.place, format!("{} is placed here", early.name))
        .remedy("move one of them, or shorten an array")
}
