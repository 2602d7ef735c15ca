//! The words of a group, named and reserved, fill an element exactly: no word of a group is unmapped.

use super::occupied::{Occupied, Thing, occupied};
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Map, Placed};
use crate::names::counted;
use std::collections::BTreeMap;

/// The words of a group's element.
struct Element<'a> {
    stride: &'a Placed<u32>,
    words: u64,
    first: u64,
    last: u64,
}

pub(super) fn check(map: &Map) -> Vec<Diagnostic> {
    let mut groups: BTreeMap<&str, Element<'_>> = BTreeMap::new();
    for thing in occupied(map) {
        match thing.thing {
            Thing::Register(register) => {
                let (Some((group, _)), Some(dim)) = (thing.name.split_once('.'), register.dims.first())
                else {
                    continue;
                };
                groups.entry(group).or_insert_with(|| Element::new(&dim.stride, thing.first)).add(&thing);
            }
            Thing::Reserved(_) => {
                if let Some(element) = groups.get_mut(thing.name) {
                    element.add(&thing);
                }
            }
        }
    }
    groups.into_iter().filter_map(|(name, element)| judge(name, &element)).collect()
}

impl<'a> Element<'a> {
    fn new(stride: &'a Placed<u32>, first: u64) -> Self {
        Self { stride, words: 0, first, last: first }
    }

    fn add(&mut self, word: &Occupied<'_>) {
        self.words += 1;
        self.first = self.first.min(word.first);
        self.last = self.last.max(word.first);
    }
}

fn judge(name: &str, element: &Element<'_>) -> Option<Diagnostic> {
    let stride = u64::from(element.stride.value);
    if element.words * 4 == stride && element.last - element.first + 4 <= stride {
        return None;
    }
    let message = format!("{name} has {} but a stride of {stride} bytes", counted(element.words, "word"));
    let diagnostic = Diagnostic::new(Code::GroupNotCovered, element.stride.place, message)
        .label(format!("has room for {}", counted(stride / 4, "word")))
        .remedy("number the words from 0 and list unnamed words as reserved");
    Some(diagnostic)
}
