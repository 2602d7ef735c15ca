//! Fields: their resets become numbers, their three ways to restrict values one [`Legal`].

use super::numbers::Numbers;
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Enumeration, Field, Legal, Placed, Position, Reset, Variant};
use crate::source::{FieldSource, ResetValue, VariantSource};
use serde_saphyr::Spanned;

/// What a field says about its legal values.
struct Restriction {
    position: Position,
    range: Option<Spanned<(u32, u32)>>,
    multiple_of: Option<Spanned<u32>>,
    enumeration: Option<Spanned<String>>,
    values: Vec<VariantSource>,
}

/// The fields of a register, from bit 0 up; `VALUE[31:0]` when none is named.
pub(super) fn resolve_all(
    sources: Vec<FieldSource>,
    position: Position,
    numbers: &mut Numbers<'_>,
) -> Vec<Field> {
    let mut fields: Vec<Field> = sources.into_iter().map(|source| resolve(source, numbers)).collect();
    if fields.is_empty() {
        fields.push(value_field(position));
    }
    fields.sort_by_key(Field::lsb);
    fields
}

fn resolve(source: FieldSource, numbers: &mut Numbers<'_>) -> Field {
    let reset = Placed::from(source.reset);
    let value = reset_value(&reset, numbers);
    let name = Placed::from(source.name);
    let restriction = Restriction {
        position: name.position,
        range: source.range,
        multiple_of: source.multiple_of,
        enumeration: source.enumeration,
        values: source.values,
    };
    Field {
        name,
        bits: source.bits.into(),
        reset: reset.with(value),
        legal: legal(restriction, numbers),
        pulse: source.pulse,
        description: source.description,
    }
}

fn reset_value(reset: &Placed<ResetValue>, numbers: &mut Numbers<'_>) -> Reset {
    match &reset.value {
        ResetValue::Number(number) => Reset::Constant(numbers.value(number, reset.position, 0)),
        ResetValue::Linear { base, step } => Reset::Linear { base: *base, step: *step },
    }
}

/// At most one of the three ways to restrict values; more than one is reported, not guessed about.
fn legal(source: Restriction, numbers: &mut Numbers<'_>) -> Legal {
    match source {
        Restriction { range: None, multiple_of: None, enumeration: None, values, .. }
            if values.is_empty() =>
        {
            Legal::Any
        }
        Restriction { range: Some(range), multiple_of: None, enumeration: None, values, .. }
            if values.is_empty() =>
        {
            Legal::Range { min: range.value.0, max: range.value.1 }
        }
        Restriction { range: None, multiple_of: Some(step), enumeration: None, values, .. }
            if values.is_empty() =>
        {
            Legal::MultipleOf(step.value)
        }
        Restriction { range: None, multiple_of: None, enumeration: Some(name), values, .. } => {
            let variants = values.into_iter().map(variant).collect();
            Legal::Enumerated(Enumeration { type_name: name.into(), variants })
        }
        Restriction { position, .. } => {
            numbers.report(contradiction(position));
            Legal::Any
        }
    }
}

fn contradiction(position: Position) -> Diagnostic {
    let message = "a field restricts its values in more than one way";
    Diagnostic::new(
        Code::IllegalRange,
        position,
        message,
        "keep one of range, multiple_of, and enum with values",
    )
}

fn variant(source: VariantSource) -> Variant {
    Variant { name: source.name.into(), value: source.value.into(), description: source.description }
}

fn value_field(position: Position) -> Field {
    Field {
        name: Placed { value: "VALUE".to_owned(), position },
        bits: Placed { value: vec![31, 0], position },
        reset: Placed { value: Reset::Constant(0), position },
        legal: Legal::Any,
        pulse: false,
        description: "The whole word.".to_owned(),
    }
}
