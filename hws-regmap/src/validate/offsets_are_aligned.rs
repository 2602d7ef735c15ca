//! Offsets and strides are multiples of the size of a register, page bounds of a word: the bus accesses whole registers.

use super::occupied::occupied;
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Map, Place};

pub(super) fn check(map: &Map) -> Vec<Diagnostic> {
    let mut diagnostics: Vec<Diagnostic> = Vec::new();
    // Another check reports a width that no register has.
    for thing in occupied(map).filter(|thing| thing.alignment.is_power_of_two()) {
        let size = thing.alignment;
        // The first element is off if the place where it is written is, or what that counts from.
        diagnostics.extend(judge(thing.first, thing.place, size));
        diagnostics
            .extend(thing.dims.iter().filter_map(|dim| judge(dim.stride.value, dim.stride.place, size)));
    }
    let pages = map.pages.iter().flat_map(|page| [&page.base, &page.size]);
    let bounds = pages.chain([&map.window_bytes]);
    diagnostics.extend(bounds.filter_map(|bound| judge(bound.value, bound.place, 4)));
    // The stride of a group is the same number for each of its words.
    diagnostics.sort_by_key(|diagnostic| diagnostic.place);
    diagnostics.dedup_by_key(|diagnostic| diagnostic.place);
    diagnostics
}

fn judge(number: u64, place: Place, size: u64) -> Option<Diagnostic> {
    if number.is_multiple_of(size) {
        return None;
    }
    let next = number.checked_next_multiple_of(size).map(|next| format!("0x{next:04x}"));
    let (label, remedy) = match size {
        4 => ("not word-aligned", "the bus accesses aligned words of 4 bytes only".to_owned()),
        _ => ("not aligned", format!("the bus accesses aligned registers only, here of {size} bytes")),
    };
    let message = format!("0x{number:04x} is not a multiple of {size}");
    Some(Diagnostic::new(Code::Unaligned, place, message).label(label).remedy(remedy).suggest(next))
}
