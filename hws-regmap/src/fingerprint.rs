//! A number that changes whenever software and hardware built for the two maps would disagree.
//!
//! FNV-1a (64 bits) over a canonical text of the *resolved* map: parameters, addresses, access,
//! fields, resets and legal values. Prose, citations of the specification, page descriptions and the
//! formatting of the YAML do not count, so that rewording does not make firmware incompatible.

use crate::model::{Map, MapField, MapLegal, MapRegister};
use std::fmt::Write;

/// Returns the fingerprint of a map.
#[must_use]
pub fn fingerprint(map: &Map) -> u64 {
    hws_input::fnv_1a(canonical(map).into_bytes())
}

fn canonical(map: &Map) -> String {
    let mut text = format!("map {} {}\n", map.name.value, map.window_bytes.value);
    for parameter in &map.parameters {
        line(&mut text, format_args!("parameter {} {}", parameter.name.value, parameter.value.value));
    }
    map.registers.iter().for_each(|register| register_lines(&mut text, register));
    for reserved in &map.reserved {
        line(&mut text, format_args!("reserved {} {} {}", reserved.offset, reserved.count, reserved.stride));
    }
    text
}

fn register_lines(text: &mut String, register: &MapRegister) {
    let dims: Vec<(u32, u32)> = register.dims.iter().map(|dim| (dim.count.value, dim.stride.value)).collect();
    let access = (register.access.value.as_str(), register.queued, register.hardware.as_str());
    line(
        text,
        format_args!("register {} {} {dims:?} {access:?}", register.name.value, register.offset.value),
    );
    register.fields.iter().for_each(|field| field_lines(text, field));
    line(text, format_args!("patterns {:?}", register.legal_patterns()));
}

fn field_lines(text: &mut String, field: &MapField) {
    let bits = (field.msb(), field.lsb(), field.pulse);
    line(text, format_args!("field {} {bits:?} {:?}", field.name.value, field.reset.value));
    match &field.legal {
        MapLegal::Any => {}
        MapLegal::Range { min, max } => line(text, format_args!("range {min} {max}")),
        MapLegal::MultipleOf(step) => line(text, format_args!("multiple {step}")),
        MapLegal::Enumerated(enumeration) => {
            for variant in &enumeration.variants {
                line(text, format_args!("value {} {}", variant.name.value, variant.value.value));
            }
        }
    }
}

fn line(text: &mut String, arguments: std::fmt::Arguments<'_>) {
    // Writing to a String cannot fail.
    let _ = writeln!(text, "{arguments}");
}
