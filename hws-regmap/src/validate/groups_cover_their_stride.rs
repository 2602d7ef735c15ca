//! The words of a group, named and reserved, lie inside an element: no word reaches into the next one, and none of a
//! group with reserved words is forgotten.

use std::collections::BTreeMap;

use hws_input::counted;

use super::occupied::{Occupied, occupied};
use crate::diagnostic::{Code, MapDiagnostic};
use crate::model::{Dim, Map};

/// The words of a group's element.
struct Element<'a> {
    /// The innermost dimension of the group.
    dim: &'a Dim,
    words: u64,
    bytes: u64,
    first: u64,
    end: u64,
    has_reserved: bool,
}

pub(super) fn check(map: &Map) -> Vec<MapDiagnostic> {
    let mut groups: BTreeMap<&str, Element<'_>> = BTreeMap::new();
    for thing in occupied(map) {
        let (group, is_reserved) = match thing.name.split_once('.') {
            Some((group, _)) => (group, false),
            None => (thing.name, true),
        };
        let own = group.matches("[]").count();
        let Some(dim) = own.checked_sub(1).and_then(|last| thing.dims.get(last)) else { continue };
        match groups.get_mut(group) {
            Some(element) => element.add(&thing, own, is_reserved),
            // An array of registers is not a group.
            None if is_reserved => {}
            None => {
                let mut element = Element::new(dim, thing.first);
                element.add(&thing, own, false);
                groups.insert(group, element);
            }
        }
    }
    groups.into_iter().filter_map(|(name, element)| judge(name, &element)).collect()
}

impl<'a> Element<'a> {
    fn new(dim: &'a Dim, first: u64) -> Self {
        Self { dim, words: 0, bytes: 0, first, end: first, has_reserved: false }
    }

    /// Adds a word with its own dimensions, which follow the `own` ones of the group.
    fn add(&mut self, word: &Occupied<'_>, own: usize, is_reserved: bool) {
        let inner = word.dims.get(own..).unwrap_or_default();
        let count = |dim: &Dim| u64::from(dim.count.value);
        let reach = |dim: &Dim| count(dim).saturating_sub(1).saturating_mul(dim.stride.value);
        let elements = inner.iter().map(count).fold(1, u64::saturating_mul);
        self.words = self.words.saturating_add(elements);
        self.bytes = self.bytes.saturating_add(word.bytes.saturating_mul(elements));
        self.first = self.first.min(word.first);
        let end = inner.iter().map(reach).fold(word.first.saturating_add(word.bytes), u64::saturating_add);
        self.end = self.end.max(end);
        self.has_reserved |= is_reserved;
    }
}

fn judge(name: &str, element: &Element<'_>) -> Option<MapDiagnostic> {
    let stride = element.dim.stride.value;
    let is_inside = element.end - element.first <= stride;
    if is_inside && (element.bytes == stride || !element.has_reserved) {
        return None;
    }
    // Words of other widths than 4 bytes do not measure an element.
    let is_in_words = element.bytes == element.words.saturating_mul(4);
    let (taken, room) = match is_in_words {
        true => (counted(element.words, "word"), counted(stride / 4, "word")),
        false => (counted(element.bytes, "byte"), counted(stride, "byte")),
    };
    let message = format!("{name} has {taken} but a stride of {stride} bytes");
    let remedy = match is_in_words || !is_inside {
        true => "number the words from 0 and list all unnamed words as reserved, or none",
        false => "a reserved word has 4 bytes: name what is beside narrower words, or reserve none",
    };
    let diagnostic = MapDiagnostic::new(Code::GroupNotCovered, element.dim.stride.place, message)
        .label(format!("has room for {room}"))
        .remedy(remedy);
    Some(diagnostic)
}
