//! Offsets, strides and page bounds are multiples of 4: the bus knows whole words only.

use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Map, Placed};

pub(super) fn check(map: &Map) -> Vec<Diagnostic> {
    let registers = map.registers.iter().flat_map(|register| {
        std::iter::once(&register.offset).chain(register.dims.iter().map(|dim| &dim.stride))
    });
    let pages = map.pages.iter().flat_map(|page| [&page.base, &page.size]);
    let mut diagnostics: Vec<Diagnostic> = registers
        .chain(pages)
        .chain([&map.window_bytes])
        .filter(|number| number.value % 4 != 0)
        .map(diagnose)
        .collect();
    // The stride of a group is the same number for each of its words.
    diagnostics.dedup();
    diagnostics
}

fn diagnose(number: &Placed<u32>) -> Diagnostic {
    let message = format!("0x{:04x} is not a multiple of 4", number.value);
    let remedy = format!("0x{:04x} is the next that is", number.value.next_multiple_of(4));
    Diagnostic::new(Code::Unaligned, number.position, message, remedy)
}
