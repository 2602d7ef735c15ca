//! From the file's structs to the [`Map`]: parameters become numbers, groups become registers.
//!
//! An unknown parameter is reported and replaced by a harmless number, so that one mistake does not
//! hide the others.

mod field;
mod group;
mod numbers;
mod register;

use crate::diagnostic::Diagnostic;
use crate::model::{Map, MapPage, Parameter};
use crate::source::{PageSource, ParameterSource, Source};
use numbers::Numbers;

/// Resolves a parsed file; the diagnostics are about names that do not exist and contradicting restrictions.
pub(crate) fn resolve(source: Source) -> (Map, Vec<Diagnostic>) {
    let parameters: Vec<Parameter> = source.parameters.into_iter().map(parameter).collect();
    let mut numbers = Numbers::new(&parameters);
    let mut map = Map {
        name: source.name,
        window_bytes: source.window_bytes,
        same_cycle: source.same_cycle,
        parameters: Vec::new(),
        pages: Vec::new(),
        registers: Vec::new(),
        reserved: Vec::new(),
    };
    source.pages.into_iter().for_each(|page| resolve_page(page, &mut map, &mut numbers));
    map.registers.sort_by_key(|register| register.offset.value);
    map.reserved.sort_by_key(|reserved| reserved.offset);
    let diagnostics = numbers.into_diagnostics();
    map.parameters = parameters;
    (map, diagnostics)
}

fn parameter(source: ParameterSource) -> Parameter {
    Parameter {
        name: source.name,
        value: source.value,
        min: source.min.value,
        max: source.max.value,
        bounds: source.max.place,
        unit: source.unit,
        fixed: source.fixed,
        description: source.description,
        spec: source.spec,
    }
}

fn resolve_page(source: PageSource, map: &mut Map, numbers: &mut Numbers<'_>) {
    let name = source.name;
    for register in source.registers {
        map.registers.push(register::resolve(register, &name.value, numbers));
    }
    for group in source.groups {
        group::resolve(group, &name.value, numbers, map);
    }
    map.pages.push(MapPage { name, base: source.base, size: source.size, description: source.description });
}
