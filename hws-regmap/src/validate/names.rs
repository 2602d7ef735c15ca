//! Every name of a map with its kind, for the checks of names.

use crate::model::{Enumeration, Map, Placed};

/// The kind of thing that has the name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Named {
    Parameter,
    Page,
    Memory,
    Register,
    Field,
    Value,
}

/// Returns every name that is written in capitals, if the map does not say otherwise.
pub(super) fn capitals(map: &Map) -> impl Iterator<Item = (Named, &Placed<String>)> {
    let parameters = map.parameters.iter().map(|parameter| (Named::Parameter, &parameter.name));
    let memories = map.memories.iter().map(|memory| (Named::Memory, &memory.name));
    let pages = map.pages.iter().map(|page| (Named::Page, &page.name));
    let registers = map.registers.iter().map(|register| (Named::Register, &register.name));
    let fields = super::fields(map).map(|(_, field)| (Named::Field, &field.name));
    let values = enumerations(map)
        .flat_map(|enumeration| enumeration.variants.iter().map(|variant| (Named::Value, &variant.name)));
    parameters.chain(pages).chain(memories).chain(registers).chain(fields).chain(values)
}

/// Returns every type of named values once.
pub(super) fn enumerations(map: &Map) -> impl Iterator<Item = &Enumeration> {
    map.enumerations().into_iter()
}
