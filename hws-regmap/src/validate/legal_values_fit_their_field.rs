//! What is called legal can be written: ranges, multiples, named values and combinations fit their fields.

use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Combinations, Field, Legal, Map, Placed, Position, Register};

pub(super) fn check(map: &Map) -> Vec<Diagnostic> {
    let fields = super::fields(map).flat_map(|(_, field)| of_field(field));
    let combined =
        map.registers.iter().filter_map(|register| Some((register, register.combinations.as_ref()?)));
    fields
        .chain(combined.flat_map(|(register, combinations)| of_combinations(register, combinations)))
        .collect()
}

fn of_field(field: &Field) -> Vec<Diagnostic> {
    let (at, max) = (field.name.position, field.max());
    match &field.legal {
        Legal::Any => Vec::new(),
        Legal::Range { min, max: top } if min <= top && *top <= max => Vec::new(),
        Legal::Range { min, max: top } => vec![diagnose(at, format!("the range {min} to {top}"), max)],
        Legal::MultipleOf(step) if (1..=max).contains(step) => Vec::new(),
        Legal::MultipleOf(step) => vec![diagnose(at, format!("multiples of {step}"), max)],
        Legal::Enumerated(enumeration) if enumeration.variants.is_empty() => {
            vec![diagnose(at, "an enum without values".to_owned(), max)]
        }
        Legal::Enumerated(enumeration) => {
            let wide = enumeration.variants.iter().filter(|variant| variant.value.value > max);
            wide.map(|variant| {
                diagnose(variant.value.position, format!("the value {}", variant.value.value), max)
            })
            .collect()
        }
    }
}

fn of_combinations(register: &Register, combinations: &Combinations) -> Vec<Diagnostic> {
    let unknown =
        combinations.fields.iter().filter(|name| register.field(&name.value).is_none()).map(|name| {
            let message = format!("{} is not a field of {}", name.value, register.name.value);
            Diagnostic::new(Code::IllegalRange, name.position, message, "name a field of the register")
        });
    let misfits =
        combinations.tuples.iter().filter(|tuple| !fits(register, combinations, tuple)).map(|tuple| {
            let message = format!("the combination {:?} does not fit the fields", tuple.value);
            Diagnostic::new(
                Code::IllegalRange,
                tuple.position,
                message,
                "give one value that fits for each field",
            )
        });
    unknown.chain(misfits).collect()
}

fn fits(register: &Register, combinations: &Combinations, tuple: &Placed<Vec<u32>>) -> bool {
    let fields =
        combinations.fields.iter().map(|name| register.field(&name.value).map_or(u32::MAX, Field::max));
    tuple.value.len() == combinations.fields.len()
        && tuple.value.iter().zip(fields).all(|(value, max)| *value <= max)
}

fn diagnose(position: Position, what: String, max: u32) -> Diagnostic {
    let message = format!("{what} cannot be legal in a field that holds 0 to {max}");
    Diagnostic::new(Code::IllegalRange, position, message, "name values that the field can hold")
}
