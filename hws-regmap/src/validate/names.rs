//! Every name of a map with its kind, for the checks of names.

use crate::model::{Enumeration, Map, MapLegal, Placed};

/// The kind of thing that has the name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Named {
    Parameter,
    Page,
    Register,
    Field,
    Value,
}

/// Returns every name that is written in capitals.
pub(super) fn capitals(map: &Map) -> impl Iterator<Item = (Named, &Placed<String>)> {
    let parameters = map.parameters.iter().map(|parameter| (Named::Parameter, &parameter.name));
    let pages = map.pages.iter().map(|page| (Named::Page, &page.name));
    let registers = map.registers.iter().map(|register| (Named::Register, &register.name));
    let fields = super::fields(map).map(|(_, field)| (Named::Field, &field.name));
    let values = enumerations(map)
        .flat_map(|enumeration| enumeration.variants.iter().map(|variant| (Named::Value, &variant.name)));
    parameters.chain(pages).chain(registers).chain(fields).chain(values)
}

/// Returns the enumeration of every field that has one.
pub(super) fn enumerations(map: &Map) -> impl Iterator<Item = &Enumeration> {
    super::fields(map).filter_map(|(_, field)| match &field.legal {
        MapLegal::Enumerated(enumeration) => Some(enumeration),
        _ => None,
    })
}
