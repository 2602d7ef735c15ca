//! Offsets, strides and page bounds are multiples of 4: the bus accesses whole words only.

use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Map, Placed};

pub(super) fn check(map: &Map) -> Vec<Diagnostic> {
    let registers = map.registers.iter().flat_map(|register| {
        std::iter::once(&register.offset).chain(register.dims.iter().map(|dim| &dim.stride))
    });
    let pages = map.pages.iter().flat_map(|page| [&page.base, &page.size]);
    let numbers = registers.chain(pages).chain([&map.window_bytes]);
    let mut diagnostics: Vec<Diagnostic> =
        numbers.filter(|number| number.value % 4 != 0).map(diagnose).collect();
    // The stride of a group is the same number for each of its words.
    diagnostics.dedup();
    diagnostics
}

fn diagnose(number: &Placed<u32>) -> Diagnostic {
    let next = number.value.checked_next_multiple_of(4).map(|next| format!("0x{next:04x}"));
    Diagnostic::new(Code::Unaligned, number.place, format!("0x{:04x} is not a multiple of 4", number.value))
        .label("not word-aligned")
        .remedy("the bus accesses aligned words of 4 bytes only")
        .suggest(next)
}
