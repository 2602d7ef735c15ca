//! The whole map as JSON: everything that a tool in another language needs.
//!
//! Deterministic: lists are in the order of the map, keys in the order of their names (or, when a crate of
//! the build enables `preserve_order`, in the order written here). Offsets and masks are numbers; only the
//! fingerprint is a string, because JavaScript cannot represent 64-bit integers.

use crate::fingerprint::fingerprint;
use crate::model::{
    Dim, Enumeration, InterruptPart, Map, MapField, MapLegal, MapMemory, MapOrigin, MapPage, MapRegister,
    Parameter, Reserved, Reset, Unit, WriteGuard,
};
use serde_json::{Value, json};

/// Returns the map as one JSON document.
#[must_use]
pub fn json(map: &Map) -> Value {
    let mut document = json!({
        "name": map.name.value,
        "description": map.description,
        "fingerprint": format!("0x{:016x}", fingerprint(map)),
        "window_bytes": map.window_bytes.value,
        "width": map.width,
        "same_cycle": map.same_cycle,
        "parameters": list(&map.parameters, parameter),
        "pages": list(&map.pages, page),
        "registers": list(&map.registers, register),
        "memories": list(&map.memories, memory),
        "enums": list(&map.shared_enums, enumeration),
        "reserved": list(&map.reserved, reserved),
    });
    if let (Some(origin), Some(keys)) = (map.origin, document.as_object_mut()) {
        keys.insert("imported".to_owned(), imported(map, origin));
    }
    document
}

/// Returns the file that the map was imported from, and whether the map is still what was imported.
fn imported(map: &Map, origin: MapOrigin) -> Value {
    json!({
        "format": origin.format.as_str(),
        "fingerprint": format!("0x{:016x}", origin.fingerprint),
        "unchanged": origin.unchanged == fingerprint(map),
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
        "width": register.width.value,
        "access": register.access_text(),
        "queued": register.queued,
        "hardware": register.hardware_text(),
        "field_mask": register.field_mask(),
        "write_mask": register.write_mask(),
        "pulse_mask": register.pulse_mask(),
        "reset": reset(register),
        "reset_mask": register.reset_mask(),
        "alias_of": register.alias_of.as_ref().map(|alias| &alias.value),
        "interrupt": register.interrupt.as_ref().map(interrupt),
        "skip_tests": list(&register.skipped_tests, |test| json!(test.as_str())),
        "hdl_path": register.hdl_path,
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
        "access": field.access.value.as_str(),
        "hardware": field.hardware.value.as_str(),
        "constant": field.constant,
        "counter": field.counter.map(|counter| json!({
            "direction": counter.direction.as_str(),
            "saturates": counter.saturates,
        })),
        "guards": list(&field.guards, guard),
        "hdl_path": field.hdl_path,
        "reset": match field.reset.value {
            Reset::Unknown => Value::Null,
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
        MapLegal::Enumerated(list) => enumeration(list),
    }
}

fn enumeration(enumeration: &Enumeration) -> Value {
    json!({
        "enum": enumeration.type_name.value,
        "open": enumeration.is_open,
        "description": enumeration.description,
        "values": list(&enumeration.variants, |variant| json!({
            "name": variant.name.value,
            "value": variant.value.value,
            "description": variant.description,
        })),
    })
}

fn guard(guard: &WriteGuard) -> Value {
    json!({ "register": guard.register, "field": guard.field, "opens_at": u8::from(guard.opens_at) })
}

fn interrupt(part: &InterruptPart) -> Value {
    match part {
        InterruptPart::Status { enable, test } => json!({ "part": "status", "enable": enable, "test": test }),
        InterruptPart::Enable => json!({ "part": "enable" }),
        InterruptPart::Test => json!({ "part": "test" }),
    }
}

fn memory(memory: &MapMemory) -> Value {
    json!({
        "name": memory.name.value,
        "page": memory.page,
        "offset": memory.offset.value,
        "bytes": memory.bytes.value,
        "width": memory.width.value,
        "access": memory.access.value.as_str(),
        "hdl_path": memory.hdl_path,
        "description": memory.description,
    })
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
        "count": reserved.dims.first().map_or(1, |dim| dim.count.value),
        "stride": reserved.dims.first().map_or(4, |dim| dim.stride.value),
        "dims": list(&reserved.dims, dim),
    })
}
