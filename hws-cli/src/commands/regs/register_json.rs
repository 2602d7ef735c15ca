//! A register and a value of it, as JSON.

use hws_regmap::{Map, MapField, fingerprint};
use serde_json::{Value, json};

use super::lookup::Found;
use super::word::{extract, is_legal, name_of};

pub(super) fn describe(map: &Map, found: &Found<'_>, value: Option<u64>) -> Value {
    let register = found.register;
    json!({
        "name": found.name(),
        "offset": found.offset(),
        "page": register.page,
        "width": register.width.value,
        "alias_of": register.alias_of.as_ref().map(|alias| &alias.value),
        "access": register.access_text(),
        "queued": register.queued,
        "hardware": register.hardware_text(),
        "reset": found.reset(),
        "dims": register.dims.iter().map(|dim| dim.count.value).collect::<Vec<_>>(),
        "description": register.description,
        "spec": register.spec,
        "fields": found.fields().into_iter().map(|field| describe_field(found, field, value)).collect::<Vec<_>>(),
        "value": value,
        "legal": value.map(|value| is_legal(register, value)),
        "reserved": value.map(|value| value & !register.field_mask()),
        "fingerprint": format!("0x{:016x}", fingerprint(map)),
    })
}

fn describe_field(found: &Found<'_>, field: &MapField, value: Option<u64>) -> Value {
    let part = value.map(|value| extract(field, value));
    json!({
        "name": field.name.value,
        "msb": field.msb(),
        "lsb": field.lsb(),
        "access": field.access.value.as_str(),
        "hardware": field.hardware.value.as_str(),
        "reset": extract(field, found.reset()),
        "pulse": field.pulse,
        "description": field.description,
        "value": part,
        "value_name": part.and_then(|part| name_of(field, part)),
        "legal": part.map(|part| field.legal.allows(part)),
    })
}
