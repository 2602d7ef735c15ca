//! The whole map as JSON: everything that a tool in another language needs.
//!
//! Deterministic: lists are in the order of the map, keys in the order of their names (or, when a crate of
//! the build enables `preserve_order`, in the order written here). Offsets and masks are numbers; only the
//! fingerprint is a string, because JavaScript cannot represent 64-bit integers.

use crate::fingerprint::fingerprint;
use crate::model::{Dim, Map, MapField, MapLegal, MapPage, MapRegister, Parameter, Reserved, Reset, Unit};
use serde_json::{Value, json};

/// Returns the map as one JSON document.
#[must_use]
pub fn json(map: &Map) -> Value {
    json!({
        "name": map.name.value,
        "fingerprint": format!("0x{:016x}", fingerprint(map)),
        "window_bytes": map.window_bytes.value,
        "same_cycle": map.same_cycle,
        "parameters": list(&map.parameters, parameter),
        "pages": list(&map.pages, page),
        "registers": list(&map.registers, register),
        "reserved": list(&map.reserved, reserved),
    })
}

fn list<T>(items: &[T], item: impl Fn(&T) -> Value) -> Value {
    Value::Array(items.iter().map(item).collect())
}

fn parameter(parameter: &Parameter) -> Value {
    json!({
        "name": parameter.name.value,
        "value": parameter.value.value,
        "min": parameter.min,
        "max": parameter.max,
        "unit": match parameter.unit { Unit::Count => "count", Unit::Cycles => "cycles" },
        "fixed": parameter.fixed,
        "description": parameter.description,
        "spec": parameter.spec,
    })
}

fn page(page: &MapPage) -> Value {
    json!({
        "name": page.name.value,
        "base": page.base.value,
        "size": page.size.value,
        "description": page.description,
    })
}

fn register(register: &MapRegister) -> Value {
    json!({
        "name": register.name.value,
        "page": register.page,
        "offset": register.offset.value,
        "dims": list(&register.dims, dim),
        "access": register.access.value.as_str(),
        "queued": register.queued,
        "hardware": register.hardware.as_str(),
        "field_mask": register.field_mask(),
        "write_mask": register.write_mask(),
        "pulse_mask": register.pulse_mask(),
        "reset": reset(register),
        "fields": list(&register.fields, field),
        "combinations": combinations(register),
        "same_cycle": register.same_cycle,
        "description": register.description,
        "spec": register.spec,
    })
}

/// Returns a number, or a list by index where elements differ.
fn reset(register: &MapRegister) -> Value {
    if register.has_linear_reset() {
        return (0..register.elements()).map(|index| register.reset(index)).collect();
    }
    register.reset(0).into()
}

fn dim(dim: &Dim) -> Value {
    json!({
        "count": dim.count.value,
        "parameter": dim.parameter,
        "stride": dim.stride.value,
        "index": dim.index,
    })
}

fn field(field: &MapField) -> Value {
    json!({
        "name": field.name.value,
        "lsb": field.lsb(),
        "width": field.width(),
        "mask": field.mask(),
        "reset": match field.reset.value {
            Reset::Constant(value) => json!(value),
            Reset::Linear { base, step } => json!({ "base": base, "step": step }),
        },
        "legal": legal(&field.legal),
        "pulse": field.pulse,
        "description": field.description,
    })
}

fn legal(legal: &MapLegal) -> Value {
    match legal {
        MapLegal::Any => Value::Null,
        MapLegal::Range { min, max } => json!({ "min": min, "max": max }),
        MapLegal::MultipleOf(step) => json!({ "multiple_of": step }),
        MapLegal::Enumerated(enumeration) => json!({
            "enum": enumeration.type_name.value,
            "values": list(&enumeration.variants, |variant| json!({
                "name": variant.name.value,
                "value": variant.value.value,
                "description": variant.description,
            })),
        }),
    }
}

fn combinations(register: &MapRegister) -> Value {
    let Some(combinations) = &register.combinations else {
        return Value::Null;
    };
    json!({
        "fields": list(&combinations.fields, |name| json!(name.value)),
        "tuples": list(&combinations.tuples, |tuple| json!(tuple.value)),
    })
}

fn reserved(reserved: &Reserved) -> Value {
    json!({
        "page": reserved.page,
        "group": reserved.group,
        "word": reserved.word.value,
        "offset": reserved.offset,
        "count": reserved.count,
        "stride": reserved.stride,
    })
}
