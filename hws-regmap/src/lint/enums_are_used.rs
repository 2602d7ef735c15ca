//! A shared type of named values that no field has.

use crate::diagnostic::{Code, MapDiagnostic};
use crate::model::{Enumeration, Map, MapField};
use std::collections::BTreeSet;

pub(super) fn warn(map: &Map) -> Vec<MapDiagnostic> {
    let fields = map.registers.iter().flat_map(|register| &register.fields);
    let used: BTreeSet<&str> =
        fields.filter_map(MapField::enumeration).map(|one| one.type_name.value.as_str()).collect();
    let is_unused = |shared: &&Enumeration| !used.contains(shared.type_name.value.as_str());
    map.shared_enums.iter().filter(is_unused).map(diagnose).collect()
}

fn diagnose(shared: &Enumeration) -> MapDiagnostic {
    let name = &shared.type_name;
    MapDiagnostic::new(Code::UnusedEnum, name.place, format!("no field has the type {}", name.value))
        .label("never used")
        .remedy(format!("give a field `enum: {}`, or remove the type", name.value))
}
