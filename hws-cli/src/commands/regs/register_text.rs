//! A register and a value of it, as text.

use hws_regmap::{Map, MapField, MapLegal, MapRegister, fingerprint};

use super::lookup::Found;
use super::word::{extract, is_legal, name_of};

pub(super) fn describe(map: &Map, found: &Found<'_>, value: Option<u64>) -> String {
    let mut text = head(found);
    if let Some(value) = value {
        text += &format!("  value        {}\n", hex(found.register, value));
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
    if register.width.value != 32 {
        text += &format!("  width        {} bits\n", register.width.value);
    }
    let (access, hardware) = (register.access_text(), register.hardware_text());
    text += &format!("  access       {access}{queued}; hardware side: {hardware}\n");
    if let Some(alias) = &register.alias_of {
        text += &format!("  alias of     {}\n", alias.value);
    }
    text += &format!("  reset        {}\n", reset(found));
    match register.spec.as_str() {
        "" => text,
        spec => text + &format!("  spec         {spec}\n"),
    }
}

/// A value with all digits of the register.
fn hex(register: &MapRegister, value: u64) -> String {
    format!("0x{value:0digits$x}", digits = register.width.value as usize / 4)
}

fn reset(found: &Found<'_>) -> String {
    let of_element =
        if found.register.has_linear_reset() && found.indices.is_empty() { " (element 0)" } else { "" };
    let unknown = found.register.field_mask() & !found.register.reset_mask();
    let unknown = match unknown {
        0 => String::new(),
        bits => format!(", bits {} unknown", hex(found.register, bits)),
    };
    format!("{}{unknown}{of_element}", hex(found.register, found.reset()))
}

/// One line per field: bits, name, value, description.
fn table(found: &Found<'_>, value: Option<u64>) -> String {
    let shown = value.unwrap_or_else(|| found.reset());
    let fields = found.fields();
    let names = fields.iter().map(|field| field.name.value.len()).max().unwrap_or(0);
    let values: Vec<String> = fields.iter().map(|field| value_text(field, extract(field, shown))).collect();
    let width = values.iter().map(String::len).max().unwrap_or(0);
    let is_mixed = found.register.uniform_access().is_none();
    let line = |(field, value): (&&MapField, &String)| {
        let access = if is_mixed { format!("{:5}  ", field.access.value.as_str()) } else { String::new() };
        format!("  {:7} {:names$}  {value:width$}  {access}{}\n", bits(field), field.name.value, note(field))
    };
    fields.iter().zip(&values).map(line).collect()
}

fn bits(field: &MapField) -> String {
    match field.width() {
        1 => format!("[{}]", field.lsb()),
        _ => format!("[{}:{}]", field.msb(), field.lsb()),
    }
}

fn value_text(field: &MapField, value: u64) -> String {
    let number = if value < 1024 { value.to_string() } else { format!("0x{value:x}") };
    let name = name_of(field, value).map_or(String::new(), |name| format!(" {name}"));
    let illegal = if field.legal.allows(value) { "" } else { " (illegal)" };
    format!("{number}{name}{illegal}")
}

fn note(field: &MapField) -> String {
    let mut note = field.description.clone();
    if field.pulse {
        note += " Pulse: reads 0.";
    }
    match &field.legal {
        MapLegal::Any => {}
        legal => note += &format!(" Legal: {legal}."),
    }
    for guard in &field.guards {
        note += &format!(" Only {guard}.");
    }
    note.trim_start().to_owned()
}

fn remarks(register: &MapRegister, value: Option<u64>) -> String {
    let mut text = String::new();
    let Some(value) = value else { return text };
    let reserved = value & !register.field_mask();
    if reserved != 0 {
        let bits = hex(register, reserved);
        text += &format!("\n  bits {bits} are reserved: writes are ignored, reads return 0\n");
    }
    if register.is_writable() && !is_legal(register, value) {
        text += "\n  a write of this value is refused as a whole\n";
    }
    text
}
