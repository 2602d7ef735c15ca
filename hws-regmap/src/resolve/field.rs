//! Fields: resets become numbers, and the three ways to restrict values become one [`MapLegal`].

use super::numbers::Numbers;
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Enumeration, MapField, MapLegal, Place, Placed, Reset, Variant};
use crate::source::{FieldSource, Number, ResetValue, VariantSource};

/// How a field restricts its values.
struct Restriction {
    place: Place,
    range: Option<Placed<(u32, u32)>>,
    multiple_of: Option<Placed<u32>>,
    enumeration: Option<Placed<String>>,
    values: Vec<VariantSource>,
}

/// Resolves the fields of a register, from bit 0 up; `VALUE[31:0]` when none is named.
pub(super) fn resolve_all(
    sources: Vec<FieldSource>,
    place: Place,
    numbers: &mut Numbers<'_>,
) -> Vec<MapField> {
    let mut fields: Vec<MapField> = sources.into_iter().map(|source| resolve(source, numbers)).collect();
    if fields.is_empty() {
        fields.push(value_field(place));
    }
    fields.sort_by_key(MapField::lsb);
    fields
}

fn resolve(source: FieldSource, numbers: &mut Numbers<'_>) -> MapField {
    let reset = reset_value(&source.reset, numbers);
    let restriction = Restriction {
        place: source.name.place,
        range: source.range,
        multiple_of: source.multiple_of,
        enumeration: source.enumeration,
        values: source.values,
    };
    MapField {
        legal_at: restriction.first_place(),
        legal: legal(restriction, numbers),
        name: source.name,
        bits: source.bits,
        reset: source.reset.with(reset),
        parameter: parameter(source.reset.value),
        pulse: source.pulse,
        description: source.description,
    }
}

fn reset_value(reset: &Placed<ResetValue>, numbers: &mut Numbers<'_>) -> Reset {
    match &reset.value {
        ResetValue::Number(number) => Reset::Constant(numbers.value(number, reset.place, 0)),
        ResetValue::Linear { base, step } => Reset::Linear { base: *base, step: *step },
    }
}

fn parameter(reset: ResetValue) -> Option<String> {
    match reset {
        ResetValue::Number(number) => Number::into_parameter(number),
        ResetValue::Linear { .. } => None,
    }
}

impl Restriction {
    /// Returns the place of the first restriction; that of the field's name if there is none.
    fn first_place(&self) -> Place {
        let range = self.range.as_ref().map(|range| range.place);
        let multiple = self.multiple_of.as_ref().map(|step| step.place);
        let enumeration = self.enumeration.as_ref().map(|name| name.place);
        range.or(multiple).or(enumeration).unwrap_or(self.place)
    }
}

/// Returns the one restriction of the field; more than one is reported, and none of them is preferred.
fn legal(source: Restriction, numbers: &mut Numbers<'_>) -> MapLegal {
    let Restriction { place, range, multiple_of, enumeration, values } = source;
    match (range, multiple_of, enumeration, values.is_empty()) {
        (None, None, None, true) => MapLegal::Any,
        (Some(range), None, None, true) => MapLegal::Range { min: range.value.0, max: range.value.1 },
        (None, Some(step), None, true) => MapLegal::MultipleOf(step.value),
        (None, None, Some(type_name), _) => {
            let variants = values.into_iter().map(variant).collect();
            MapLegal::Enumerated(Enumeration { type_name, variants })
        }
        (None, None, None, false) => {
            numbers.report(nameless(place));
            MapLegal::Any
        }
        _ => {
            numbers.report(contradiction(place));
            MapLegal::Any
        }
    }
}

fn nameless(place: Place) -> Diagnostic {
    Diagnostic::new(Code::IllegalRange, place, "named values without a type name")
        .label("has `values` but no `enum`")
        .remedy("name their type, as in `enum: OutPath`")
}

fn contradiction(place: Place) -> Diagnostic {
    Diagnostic::new(Code::IllegalRange, place, "a field restricts its values in more than one way")
        .label("this field")
        .remedy("keep one of `range`, `multiple_of`, and `enum` with `values`")
}

fn variant(source: VariantSource) -> Variant {
    Variant { name: source.name, value: source.value, description: source.description }
}

fn value_field(place: Place) -> MapField {
    MapField {
        name: Placed { value: "VALUE".to_owned(), place },
        bits: Placed { value: vec![31, 0], place },
        reset: Placed { value: Reset::Constant(0), place },
        parameter: None,
        legal: MapLegal::Any,
        legal_at: place,
        pulse: false,
        description: "The whole word.".to_owned(),
    }
}
