//! Groups: each named word becomes an array, each reserved one a [`Reserved`].

use super::Context;
use super::register::{self, Element, dim};
use crate::model::{Dim, Map, MapGroup, Placed, Reserved};
use crate::source::GroupSource;

/// Adds the words of a group to the map.
pub(super) fn resolve(source: GroupSource, context: &mut Context, map: &mut Map) {
    let dims: Vec<Dim> = source.dims.into_iter().map(dim).collect();
    let element = Element {
        name: &source.name.value,
        offset: source.offset.value,
        dims: &dims,
        defaults: &source.defaults,
    };
    for word in source.words {
        map.registers.push(register::resolve(word, Some(&element), context));
    }
    map.reserved.extend(source.reserved.into_iter().map(|word| reserved(word, &element, context)));
    map.groups.push(MapGroup { name: source.name, description: source.description });
}

fn reserved(word: Placed<u64>, element: &Element<'_>, context: &Context) -> Reserved {
    let offset = context.base.saturating_add(element.offset).saturating_add(word.value.saturating_mul(4));
    Reserved {
        page: context.page.clone(),
        group: format!("{}{}", element.name, "[]".repeat(element.dims.len())),
        offset,
        word,
        dims: element.dims.to_vec(),
    }
}
