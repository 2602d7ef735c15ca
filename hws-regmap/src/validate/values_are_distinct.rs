//! No two named values of a field have the same encoding.

use super::names::enumerations;
use crate::diagnostic::{Code, MapDiagnostic};
use crate::model::{Enumeration, Map, Variant};
use std::collections::BTreeMap;

pub(super) fn check(map: &Map) -> Vec<MapDiagnostic> {
    enumerations(map).flat_map(of_enumeration).collect()
}

fn of_enumeration(enumeration: &Enumeration) -> Vec<MapDiagnostic> {
    let mut seen: BTreeMap<u64, &Variant> = BTreeMap::new();
    let mut diagnostics = Vec::new();
    for variant in &enumeration.variants {
        match seen.get(&variant.value.value) {
            Some(first) => diagnostics.push(diagnose(first, variant)),
            None => drop(seen.insert(variant.value.value, variant)),
        }
    }
    diagnostics
}

fn diagnose(first: &Variant, second: &Variant) -> MapDiagnostic {
    let (one, other, value) = (&first.name.value, &second.name.value, second.value.value);
    MapDiagnostic::new(
        Code::DuplicateValue,
        second.value.place,
        format!("{one} and {other} are both {value}"),
    )
    .label("used again here")
    .note(first.value.place, "first used here")
    .remedy("give each name an encoding of its own")
}
