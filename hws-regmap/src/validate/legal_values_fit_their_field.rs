//! Legal values can be written: ranges, multiples, named values and combinations fit their fields.

use hws_input::{counted, nearest};

use crate::diagnostic::{Code, MapDiagnostic};
use crate::model::{
    Enumeration, Map, MapCombinations, MapField, MapLegal, MapRegister, Place, Placed, Variant,
};

pub(super) fn check(map: &Map) -> Vec<MapDiagnostic> {
    let fields = super::fields(map).flat_map(|(_, field)| of_field(field, &map.shared_enums));
    let combined =
        map.registers.iter().filter_map(|register| Some((register, register.combinations.as_ref()?)));
    let combinations = combined.flat_map(|(register, combinations)| of_combinations(register, combinations));
    let empty = map.shared_enums.iter().filter(|shared| shared.variants.is_empty()).map(without_values);
    fields.chain(combinations).chain(empty).collect()
}

/// Reported once, not for each of its fields.
fn without_values(shared: &Enumeration) -> MapDiagnostic {
    let name = &shared.type_name;
    MapDiagnostic::new(Code::IllegalRange, name.place, format!("the type {} has no values", name.value))
        .label("no value can be written")
        .remedy("name at least one value")
}

fn of_field(field: &MapField, shared: &[Enumeration]) -> Vec<MapDiagnostic> {
    let max = field.max();
    let wrong = |what: String| vec![diagnose(field.legal_at, &what, field)];
    match &field.legal {
        MapLegal::Any => Vec::new(),
        MapLegal::Range { min, max: top } if min <= top && *top <= max => Vec::new(),
        MapLegal::Range { min, max: top } if min > top => wrong(format!("the range {min} to {top} is empty")),
        MapLegal::Range { min, max: top } => wrong(format!("the range {min} to {top} does not fit")),
        MapLegal::MultipleOf(step) if (1..=max).contains(step) => Vec::new(),
        MapLegal::MultipleOf(0) => wrong("`multiple_of: 0` allows no value".to_owned()),
        MapLegal::MultipleOf(step) => wrong(format!("no multiple of {step} other than 0 fits")),
        MapLegal::Enumerated(enumeration) if enumeration.variants.is_empty() => match enumeration.is_shared {
            true => Vec::new(),
            false => vec![unnamed(enumeration, shared)],
        },
        MapLegal::Enumerated(enumeration) => {
            let wide = enumeration.variants.iter().filter(|variant| variant.value.value > max);
            wide.map(|variant| too_wide(variant, enumeration, field)).collect()
        }
    }
}

fn of_combinations(register: &MapRegister, combinations: &MapCombinations) -> Vec<MapDiagnostic> {
    let unknown = combinations.fields.iter().filter(|name| register.field(&name.value).is_none());
    let misfits = combinations.tuples.iter().filter(|tuple| !fits(register, combinations, tuple));
    unknown
        .map(|name| no_field(register, name))
        .chain(misfits.map(|tuple| misfit(combinations, tuple)))
        .collect()
}

fn no_field(register: &MapRegister, name: &Placed<String>) -> MapDiagnostic {
    let message = format!("{} is not a field of {}", name.value, register.name.value);
    MapDiagnostic::new(Code::IllegalRange, name.place, message)
        .label("no field has this name")
        .remedy("name a field of the register")
        .suggest(nearest(&name.value, register.fields.iter().map(|field| field.name.value.as_str())))
}

fn misfit(combinations: &MapCombinations, tuple: &Placed<Vec<u64>>) -> MapDiagnostic {
    let message =
        format!("this combination of {} does not fit the fields", counted(tuple.value.len() as u64, "value"));
    MapDiagnostic::new(Code::IllegalRange, tuple.place, message)
        .label(format!("expected {}", counted(combinations.fields.len() as u64, "value")))
        .remedy("give one value for each field, within the bits of the field")
}

fn fits(register: &MapRegister, combinations: &MapCombinations, tuple: &Placed<Vec<u64>>) -> bool {
    let fields =
        combinations.fields.iter().map(|name| register.field(&name.value).map_or(u64::MAX, MapField::max));
    tuple.value.len() == combinations.fields.len()
        && tuple.value.iter().zip(fields).all(|(value, max)| *value <= max)
}

/// The field has an `enum` without `values`, and no shared type is called like it.
fn unnamed(enumeration: &Enumeration, shared: &[Enumeration]) -> MapDiagnostic {
    let name = &enumeration.type_name;
    let meant = nearest(&name.value, shared.iter().map(|one| one.type_name.value.as_str()));
    MapDiagnostic::new(Code::IllegalRange, name.place, format!("the type {} has no values", name.value))
        .label("not one of the `enums` of the map")
        .remedy("give the field `values`, or add the type to the `enums` of the map")
        .suggest(meant)
}

/// Points at the value, or, if other fields may be wide enough for it, at the field.
fn too_wide(variant: &Variant, enumeration: &Enumeration, field: &MapField) -> MapDiagnostic {
    let (name, value) = (&variant.name.value, variant.value.value);
    let what = format!("the value {value} of {name} does not fit");
    match enumeration.is_shared {
        true => diagnose(field.legal_at, &what, field).note(variant.value.place, "this value"),
        false => diagnose(variant.value.place, &what, field),
    }
}

fn diagnose(place: Place, what: &str, field: &MapField) -> MapDiagnostic {
    let (name, max) = (&field.name.value, field.max());
    MapDiagnostic::new(Code::IllegalRange, place, format!("{what} in {name}, which holds 0 to {max}"))
        .label("cannot be written")
        .note(field.bits.place, counted(field.width(), "bit"))
        .remedy("use values that the field can hold, or widen the field")
}
