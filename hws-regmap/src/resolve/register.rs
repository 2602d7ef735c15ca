//! Registers and arrays of one word.

use super::{field, numbers::Numbers};
use crate::model::{Dim, MapCombinations, MapRegister};
use crate::source::{DimSource, LegalSource, RegisterSource};

/// Resolves a register of a page.
pub(super) fn resolve(source: RegisterSource, page: &str, numbers: &mut Numbers<'_>) -> MapRegister {
    let name = source.name;
    let dims: Vec<Dim> = source.dims.into_iter().map(|dim| resolve_dim(dim, numbers)).collect();
    let place = name.place;
    MapRegister {
        name: name.map(|name| format!("{name}{}", "[]".repeat(dims.len()))),
        page: page.to_owned(),
        offset: source.offset,
        dims,
        access: source.access,
        queued: source.queued,
        hardware: source.hardware.value,
        hardware_at: source.hardware.place,
        fields: field::resolve_all(source.fields, place, numbers),
        combinations: source.legal.map(combinations),
        same_cycle: source.same_cycle,
        description: source.description,
        spec: source.spec,
    }
}

fn resolve_dim(source: DimSource, numbers: &mut Numbers<'_>) -> Dim {
    let (count, parameter) = numbers.count(source.count);
    Dim { count, parameter, stride: source.stride, index: source.index }
}

fn combinations(source: LegalSource) -> MapCombinations {
    MapCombinations { fields: source.fields, tuples: source.combinations }
}
