//! A readable register resets to values that could be written to it.
//!
//! A write-only register has no value between writes, so its reset has no meaning.

use crate::diagnostic::{Code, MapDiagnostic};
use crate::model::{Map, MapField, MapLegal, MapRegister, Reset};

pub(super) fn check(map: &Map) -> Vec<MapDiagnostic> {
    let readable = || map.registers.iter().filter(|register| register.is_readable());
    let fields =
        readable().flat_map(|register| register.fields.iter().filter_map(|field| judge(register, field)));
    fields.chain(readable().filter_map(combination)).collect()
}

fn judge(register: &MapRegister, field: &MapField) -> Option<MapDiagnostic> {
    if nothing_is_legal(&field.legal) || field.reset.value == Reset::Unknown {
        return None;
    }
    let elements = 0..register.elements().min(256);
    let mut values = elements.map(|index| field.reset.value.of_element(index));
    let illegal = values.find(|value| u64::try_from(*value).is_ok_and(|value| !field.legal.allows(value)))?;
    let message =
        format!("the reset value {illegal} of {}.{} is not legal", register.name.value, field.name.value);
    let diagnostic = MapDiagnostic::new(Code::ResetIllegal, field.reset.place, message)
        .label("writing this value would be refused")
        .note(field.legal_at, "the legal values")
        .remedy("reset to a legal value");
    Some(diagnostic)
}

/// Another check reports this, and no reset value would be legal.
fn nothing_is_legal(legal: &MapLegal) -> bool {
    match legal {
        MapLegal::Range { min, max } => min > max,
        MapLegal::MultipleOf(step) => *step == 0,
        MapLegal::Enumerated(enumeration) => enumeration.variants.is_empty() && !enumeration.is_open,
        MapLegal::Any => false,
    }
}

fn combination(register: &MapRegister) -> Option<MapDiagnostic> {
    let (mask, patterns) = register.legal_patterns()?;
    if patterns.contains(&(register.reset(0) & mask)) || mask & !register.reset_mask() != 0 {
        return None;
    }
    let message = format!("the reset values of {} are not a legal combination", register.name.value);
    let name = register.combinations.as_ref()?.fields.first()?;
    let at = register.field(&name.value).map_or(name.place, |field| field.reset.place);
    let diagnostic = MapDiagnostic::new(Code::ResetIllegal, at, message)
        .label("writing this value with the other resets would be refused")
        .note(name.place, "the fields that are legal only together")
        .remedy("reset to a legal combination");
    Some(diagnostic)
}
