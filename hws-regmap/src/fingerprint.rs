//! A number that changes whenever software and hardware built for the two maps would disagree.
//!
//! FNV-1a (64 bits) over a canonical text of the *resolved* map: parameters, addresses, access,
//! fields, resets and legal values. Prose, citations of the specification, page descriptions and the
//! formatting of the YAML do not count, so that rewording does not make firmware incompatible.

use crate::model::{Dim, Map, MapField, MapLegal, MapRegister};
use std::fmt::Write;

/// Returns the fingerprint of a map.
#[must_use]
pub fn fingerprint(map: &Map) -> u64 {
    hws_input::fnv_1a(canonical(map).into_bytes())
}

/// Returns the fingerprint that an export in the format carries: that of the map, or of the map that an imported and
/// unchanged one comes from.
#[cfg(feature = "exports")]
pub(crate) fn fingerprint_in(map: &Map, format: &str) -> u64 {
    let own = fingerprint(map);
    let origin = map.origin.filter(|origin| origin.format.as_str() == format && origin.unchanged == own);
    origin.map_or(own, |origin| origin.fingerprint)
}

fn canonical(map: &Map) -> String {
    let mut text = format!("map {} {}\n", map.name.value, map.window_bytes.value);
    for parameter in &map.parameters {
        line(&mut text, format_args!("parameter {} {}", parameter.name.value, parameter.value.value));
    }
    map.registers.iter().for_each(|register| register_lines(&mut text, register));
    for reserved in &map.reserved {
        let (offset, sizes) = (reserved.offset, sizes(&reserved.dims));
        match sizes.as_slice() {
            [(count, stride)] => line(&mut text, format_args!("reserved {offset} {count} {stride}")),
            _ => line(&mut text, format_args!("reserved {offset} {sizes:?}")),
        }
    }
    for memory in &map.memories {
        let (offset, bytes, width) = (memory.offset.value, memory.bytes.value, memory.width.value);
        let access = memory.access.value.as_str();
        line(&mut text, format_args!("memory {} {offset} {bytes} {width} {access}", memory.name.value));
    }
    text
}

fn register_lines(text: &mut String, register: &MapRegister) {
    let dims = sizes(&register.dims);
    // What every map had before registers could differ in it comes first and is written as ever, so that the
    // fingerprints of those maps stay the same.
    let (access, hardware) = (register.access_text(), register.hardware_text());
    let access = (access.as_str(), register.queued, hardware.as_str());
    line(
        text,
        format_args!("register {} {} {dims:?} {access:?}", register.name.value, register.offset.value),
    );
    if register.width.value != 32 {
        line(text, format_args!("width {}", register.width.value));
    }
    if let Some(alias) = &register.alias_of {
        line(text, format_args!("alias {}", alias.value));
    }
    let is_mixed = register.uniform_access().is_none() || hardware.contains(',');
    for field in &register.fields {
        field_lines(text, field);
        if is_mixed {
            let sides = (field.access.value.as_str(), field.hardware.value.as_str());
            line(text, format_args!("sides {sides:?}"));
        }
    }
    line(text, format_args!("patterns {:?}", register.legal_patterns()));
}

fn sizes(dims: &[Dim]) -> Vec<(u32, u64)> {
    dims.iter().map(|dim| (dim.count.value, dim.stride.value)).collect()
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
            if enumeration.is_open {
                line(text, format_args!("open"));
            }
        }
    }
    if let Some(counter) = field.counter {
        line(text, format_args!("counter {} {}", counter.direction.as_str(), counter.saturates));
    }
    for guard in &field.guards {
        line(text, format_args!("guard {} {} {}", guard.register, guard.field, guard.opens_at));
    }
}

fn line(text: &mut String, arguments: std::fmt::Arguments<'_>) {
    // Writing to a String cannot fail.
    let _ = writeln!(text, "{arguments}");
}
