//! The words that a map occupies, with the place to point at: what the address checks share.

use crate::model::{Map, Placed, Position};

/// A named or reserved word of the window.
pub(super) struct Word<'a> {
    pub(super) offset: u64,
    pub(super) name: &'a str,
    pub(super) position: Position,
    pub(super) page: &'a str,
}

/// An array beyond this is reported by `arrays_are_indexable`; listing its words would help nobody.
const MOST_ELEMENTS: u32 = 1 << 16;

/// Every word, element by element.
pub(super) fn words(map: &Map) -> Vec<Word<'_>> {
    let named = map.registers.iter().filter(|register| register.elements() <= MOST_ELEMENTS);
    let named = named.flat_map(|r| place(r.offsets(), &r.offset, &r.name.value, &r.page));
    let reserved = map.reserved.iter().filter(|reserved| reserved.count <= MOST_ELEMENTS);
    let reserved = reserved.flat_map(|r| place(r.offsets(), &r.word, &r.group, &r.page));
    named.chain(reserved).collect()
}

fn place<'a, T>(
    offsets: Vec<u64>,
    at: &Placed<T>,
    name: &'a str,
    page: &'a str,
) -> impl Iterator<Item = Word<'a>> {
    let position = at.position;
    offsets.into_iter().map(move |offset| Word { offset, name, position, page })
}
