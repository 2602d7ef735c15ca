//! A register and a value of it, as text.

use hws_regmap::{Map, MapField, MapLegal, MapRegister, fingerprint};

use super::lookup::Found;
use super::word::{extract, is_legal, name_of};

pub(super) fn describe(map: &Map, found: &Found<'_>, value: Option<u32>) -> String {
    let mut text = head(found);
    if let Some(value) = value {
        text += &format!("  value        0x{value:08x}\n");
    }
    text.push('\n');
    text += &table(found, value);
    text += &remarks(found.register, value);
    format!("{text}\nfingerprint of the map 0x{:016x}\n", fingerprint(map))
}

fn head(found: &Found<'_>) -> String {
    let register = found.register;
    let queued = if register.queued { ", writes are queued to the boundary" } else { "" };
    let mut text = format!("{}\n  {}\n\n", found.name(), register.description);
    text += &format!("  offset       0x{:04x}, page {}\n", found.offset(), register.page);
    for dim in register.dims.iter().filter(|_| found.indices.is_empty()) {
        text += &format!(
            "  array        {} elements, {} bytes apart: {}\n",
            dim.count.value, dim.stride.value, dim.index
        );
    }
    let (access, hardware) = (register.access.value.as_str(), register.hardware.as_str());
    text += &format!("  access       {access}{queued}; hardware side: {hardware}\n");
    text += &format!("  reset        {}\n", reset(found));
    text + &format!("  spec         {}\n", register.spec)
}

fn reset(found: &Found<'_>) -> String {
    let of_element =
        if found.register.has_linear_reset() && found.indices.is_empty() { " (element 0)" } else { "" };
    format!("0x{:08x}{of_element}", found.reset())
}

/// One line per field: bits, name, value, description.
fn table(found: &Found<'_>, value: Option<u32>) -> String {
    let shown = value.unwrap_or_else(|| found.reset());
    let fields: Vec<&MapField> = found.register.fields.iter().collect();
    let names = fields.iter().map(|field| field.name.value.len()).max().unwrap_or(0);
    let values: Vec<String> = fields.iter().map(|field| value_text(field, extract(field, shown))).collect();
    let width = values.iter().map(String::len).max().unwrap_or(0);
    let line = |(field, value): (&&MapField, &String)| {
        format!("  {:7} {:names$}  {value:width$}  {}\n", bits(field), field.name.value, note(field))
    };
    fields.iter().zip(&values).map(line).collect()
}

fn bits(field: &MapField) -> String {
    match field.width() {
        1 => format!("[{}]", field.lsb()),
        _ => format!("[{}:{}]", field.msb(), field.lsb()),
    }
}

fn value_text(field: &MapField, value: u32) -> String {
    let number = if value < 1024 { value.to_string() } else { format!("0x{value:x}") };
    let name = name_of(field, value).map_or(String::new(), |name| format!(" {name}"));
    let illegal = if field.legal.allows(value) { "" } else { " (illegal)" };
    format!("{number}{name}{illegal}")
}

fn note(field: &MapField) -> String {
    let pulse = if field.pulse { " Pulse: reads 0." } else { "" };
    match &field.legal {
        MapLegal::Any => format!("{}{pulse}", field.description),
        legal => format!("{}{pulse} Legal: {legal}.", field.description),
    }
}

fn remarks(register: &MapRegister, value: Option<u32>) -> String {
    let mut text = String::new();
    let Some(value) = value else { return text };
    let reserved = value & !register.field_mask();
    if reserved != 0 {
        text += &format!("\n  bits 0x{reserved:08x} are reserved: writes are ignored, reads return 0\n");
    }
    if register.access.value.is_writable() && !is_legal(register, value) {
        text += "\n  a write of this value is refused as a whole\n";
    }
    text
}
