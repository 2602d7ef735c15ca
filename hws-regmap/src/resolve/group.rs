//! Groups: each named word becomes an array, each reserved one a [`Reserved`].

use super::{field, numbers::Numbers};
use crate::model::{Dim, HardwareAccess, Map, MapAccess, MapRegister, Placed, Reserved};
use crate::source::{GroupSource, WordSource};

/// What the words of a group share.
struct Group<'a> {
    name: String,
    page: &'a str,
    offset: Placed<u32>,
    dim: Dim,
    access: Placed<MapAccess>,
    hardware: Placed<HardwareAccess>,
    spec: String,
}

/// Adds the words of a group to the map.
pub(super) fn resolve(source: GroupSource, page: &str, numbers: &mut Numbers<'_>, map: &mut Map) {
    let (count, parameter) = numbers.count(source.count);
    let group = Group {
        name: source.name.value,
        page,
        offset: source.offset,
        dim: Dim { count, parameter, stride: source.stride, index: source.index },
        access: source.access,
        hardware: source.hardware,
        spec: source.spec,
    };
    map.registers.extend(source.words.into_iter().map(|word| group.register(word, numbers)));
    map.reserved.extend(source.reserved.into_iter().map(|word| group.reserved(word)));
}

impl Group<'_> {
    fn register(&self, source: WordSource, numbers: &mut Numbers<'_>) -> MapRegister {
        let (name, word) = (source.name, source.word);
        let place = name.place;
        MapRegister {
            name: name.map(|name| format!("{}[].{name}", self.name)),
            page: self.page.to_owned(),
            offset: word.with(self.word_offset(word.value)),
            dims: vec![self.dim.clone()],
            access: self.access.clone(),
            queued: false,
            hardware: self.hardware.value,
            hardware_at: self.hardware.place,
            fields: field::resolve_all(source.fields, place, numbers),
            combinations: None,
            same_cycle: None,
            description: source.description,
            spec: source.spec.unwrap_or_else(|| self.spec.clone()),
        }
    }

    fn reserved(&self, word: Placed<u32>) -> Reserved {
        Reserved {
            page: self.page.to_owned(),
            group: format!("{}[]", self.name),
            offset: self.word_offset(word.value),
            word,
            count: self.dim.count.value,
            stride: self.dim.stride.value,
        }
    }

    fn word_offset(&self, word: u32) -> u32 {
        self.offset.value.saturating_add(word.saturating_mul(4))
    }
}
