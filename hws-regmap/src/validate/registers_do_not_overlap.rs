//! No word belongs to two registers, elements of an array and reserved words included.

use super::occupied::{Occupied, occupied};
use super::window_is_addressable::MOST_BYTES;
use crate::diagnostic::{Code, Diagnostic};
use crate::model::Map;
use std::collections::BTreeMap;

pub(super) fn check(map: &Map) -> Vec<Diagnostic> {
    let mut things: Vec<Occupied<'_>> = occupied(map).filter(can_be_listed).collect();
    things.sort_by_key(|thing| thing.place);
    let mut owners: BTreeMap<u64, &Occupied<'_>> = BTreeMap::new();
    things.iter().filter_map(|thing| claim(thing, &mut owners)).collect()
}

/// Other checks report the rest, whose length is not bounded.
fn can_be_listed(thing: &Occupied<'_>) -> bool {
    thing.is_aligned() && thing.last < u64::from(MOST_BYTES) && !super::arrays_have_room::is_crowded(thing)
}

/// Claims the words one by one and stops at the first that is taken, so that two arrays are one
/// diagnostic and the table never has more words than the window.
fn claim<'a>(thing: &'a Occupied<'a>, owners: &mut BTreeMap<u64, &'a Occupied<'a>>) -> Option<Diagnostic> {
    for offset in thing.offsets() {
        if let Some(owner) = owners.get(&offset) {
            return Some(diagnose(owner, thing, offset));
        }
        owners.insert(offset, thing);
    }
    None
}

/// Points at the one that comes later in the file, which is probably the new one.
fn diagnose(early: &Occupied<'_>, late: &Occupied<'_>, offset: u64) -> Diagnostic {
    let message = format!("{} and {} both claim the word at 0x{offset:04x}", early.name, late.name);
    Diagnostic::new(Code::RegistersOverlap, late.place, message)
        .label(format!("{} is placed here", late.name))
        .note(early.place, format!("{} is placed here", early.name))
        .remedy("move one of them, or shorten an array")
}
