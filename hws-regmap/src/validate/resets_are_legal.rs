//! A register that can be read resets to values that a write of them would accept.
//!
//! A write-only register has no value between writes, so its reset says nothing.

use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Field, Map, Register};

pub(super) fn check(map: &Map) -> Vec<Diagnostic> {
    let readable = || map.registers.iter().filter(|register| register.access.value.is_readable());
    let fields =
        readable().flat_map(|register| register.fields.iter().filter_map(|field| judge(register, field)));
    fields.chain(readable().filter_map(combination)).collect()
}

fn judge(register: &Register, field: &Field) -> Option<Diagnostic> {
    let elements = 0..register.elements().min(256);
    let mut values = elements.map(|index| field.reset.value.of_element(index));
    let illegal = values.find(|value| u32::try_from(*value).is_ok_and(|value| !field.legal.allows(value)))?;
    let message =
        format!("the reset value {illegal} of {}.{} is not legal", register.name.value, field.name.value);
    Some(Diagnostic::new(Code::ResetIllegal, field.reset.position, message, "reset to a legal value"))
}

fn combination(register: &Register) -> Option<Diagnostic> {
    let (mask, patterns) = register.legal_patterns()?;
    if patterns.contains(&(register.reset(0) & mask)) {
        return None;
    }
    let message = format!("the reset values of {} are not a legal combination", register.name.value);
    let at = register.combinations.as_ref()?.fields.first()?;
    let at = register.field(&at.value).map_or(at.position, |field| field.reset.position);
    Some(Diagnostic::new(Code::ResetIllegal, at, message, "reset to a legal combination"))
}
