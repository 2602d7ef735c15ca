//! A register and a value of it, as JSON.

use hws_regmap::{Map, MapField, fingerprint};
use serde_json::{Value, json};

use super::lookup::Found;
use super::word::{extract, is_legal, name_of};

pub(super) fn describe(map: &Map, found: &Found<'_>, value: Option<u32>) -> Value {
    let register = found.register;
    json!({
        "name": found.name(),
        "offset": found.offset(),
        "page": register.page,
        "access": register.access.value.as_str(),
        "queued": register.queued,
        "hardware": register.hardware.as_str(),
        "reset": found.reset(),
        "dims": register.dims.iter().map(|dim| dim.count.value).collect::<Vec<_>>(),
        "description": register.description,
        "spec": register.spec,
        "fields": register.fields.iter().map(|field| describe_field(found, field, value)).collect::<Vec<_>>(),
        "value": value,
        "legal": value.map(|value| is_legal(register, value)),
        "reserved": value.map(|value| value & !register.field_mask()),
        "fingerprint": format!("0x{:016x}", fingerprint(map)),
    })
}

fn describe_field(found: &Found<'_>, field: &MapField, value: Option<u32>) -> Value {
    let part = value.map(|value| extract(field, value));
    json!({
        "name": field.name.value,
        "msb": field.msb(),
        "lsb": field.lsb(),
        "reset": extract(field, found.reset()),
        "pulse": field.pulse,
        "description": field.description,
        "value": part,
        "value_name": part.and_then(|part| name_of(field, part)),
        "legal": part.map(|part| field.legal.allows(part)),
    })
}
