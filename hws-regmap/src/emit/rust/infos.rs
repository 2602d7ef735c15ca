//! The description of a register and its fields at run time.

use super::layout::{doc, members};
use super::text::{hex, ident, quoted, type_ident};
use crate::model::{HardwareAccess, MapAccess, MapField, MapLegal, MapRegister};
use proc_macro2::Ident;

/// Returns the associated constant that describes a field.
pub(super) fn field(register: &MapRegister, field: &MapField) -> String {
    let (name, description) = (&field.name.value, &field.description);
    let about = doc("    ", &[format!("The description of `{name}`: {description}")]);
    let enumeration = field
        .enumeration()
        .map_or("None".to_owned(), |enumeration| format!("Some({})", quoted(&enumeration.type_name.value)));
    let entries = [
        ("register", quoted(&register.name.value)),
        ("name", quoted(name)),
        ("lsb", field.lsb().to_string()),
        ("width", field.width().to_string()),
        ("pulse", field.pulse.to_string()),
        ("legal", legal(field)),
        ("enumeration", enumeration),
        ("description", quoted(description)),
    ];
    let head = format!("pub const {}: crate::FieldInfo = crate::FieldInfo", field_const(field));
    members(format!("{about}    {head} {{\n{}    }};\n", in_lines(&entries)))
}

/// Returns the name of that constant.
pub(super) fn field_const(field: &MapField) -> Ident {
    ident(&field.name.value)
}

/// Returns the associated constant that describes a register.
pub(super) fn register(register: &MapRegister) -> String {
    let list = |numbers: Vec<String>| format!("&[{}]", numbers.join(", "));
    let dims = register.dims.iter().map(|dim| dim.count.value.to_string()).collect();
    let strides = register.dims.iter().map(|dim| dim.stride.value.to_string()).collect();
    let entries = [
        ("name", quoted(&register.name.value)),
        ("access", format!("crate::Access::{}", access(register))),
        ("queued", register.queued.to_string()),
        ("hardware", format!("crate::HwAccess::{}", hardware(register))),
        ("offset", hex(register.offset.value).to_string()),
        ("dims", list(dims)),
        ("strides", list(strides)),
        ("field_mask", hex(register.field_mask()).to_string()),
        ("write_mask", hex(register.write_mask()).to_string()),
        ("pulse_mask", hex(register.pulse_mask()).to_string()),
        ("restricted", register.restricts_values().to_string()),
        ("fields", fields(register)),
        ("combinations", combinations(register)),
        ("description", quoted(&register.description)),
        ("spec", quoted(&register.spec)),
    ];
    let head = "const INFO: &'static crate::RegInfo = &crate::RegInfo";
    members(format!("    {head} {{\n{}    }};\n", in_lines(&entries)))
}

fn in_lines(entries: &[(&str, String)]) -> String {
    entries.iter().map(|(name, value)| format!("        {name}: {value},\n")).collect()
}

/// In one line, or in one each where that is certainly too long.
fn fields(register: &MapRegister) -> String {
    let type_name = type_ident(register).to_string();
    let names: Vec<String> =
        register.fields.iter().map(|field| format!("{type_name}::{}", field_const(field))).collect();
    let line = format!("&[{}]", names.join(", "));
    if line.len() < TOO_LONG {
        return line;
    }
    let lines: String = names.iter().map(|name| format!("            {name},\n")).collect();
    format!("&[\n{lines}        ]")
}

/// Behind `fields: `, more than fits on any line.
const TOO_LONG: usize = 80;

/// `limits` has refused registers with any other access.
fn access(register: &MapRegister) -> &'static str {
    match register.uniform_access() {
        Some(MapAccess::Ro) => "Ro",
        Some(MapAccess::Wo) => "Wo",
        Some(MapAccess::W1c) => "W1c",
        Some(MapAccess::Rp) => "Rp",
        _ => "Rw",
    }
}

/// `limits` has refused registers with fields that differ.
fn hardware(register: &MapRegister) -> &'static str {
    match register.fields.first().map(|field| field.hardware.value) {
        Some(HardwareAccess::Writes) => "Writes",
        Some(HardwareAccess::Sets) => "Sets",
        Some(HardwareAccess::Both) => "Both",
        _ => "Reads",
    }
}

fn legal(field: &MapField) -> String {
    match &field.legal {
        MapLegal::Any => "crate::Legal::Any".to_owned(),
        MapLegal::Range { min, max } => {
            format!("crate::Legal::Range {{\n            min: {min},\n            max: {max},\n        }}")
        }
        MapLegal::MultipleOf(step) => format!("crate::Legal::MultipleOf({step})"),
        MapLegal::Enumerated(enumeration) => {
            let values = enumeration.variants.iter();
            let values = values.map(|v| format!("({}, {})", quoted(&v.name.value), v.value.value));
            format!("crate::Legal::Enumerated(&[{}])", values.collect::<Vec<_>>().join(", "))
        }
    }
}

fn combinations(register: &MapRegister) -> String {
    let Some((mask, patterns)) = register.legal_patterns() else { return "None".to_owned() };
    let patterns: Vec<String> = patterns.into_iter().map(|pattern| hex(pattern).to_string()).collect();
    format!(
        "Some(crate::Combinations {{\n            mask: {},\n            patterns: &[{}],\n        }})",
        hex(mask),
        patterns.join(", ")
    )
}

/// Returns the legal values in words, after a separator.
pub(super) fn legal_text(field: &MapField) -> String {
    match &field.legal {
        MapLegal::Any => String::new(),
        MapLegal::Range { min, max } => format!(", legal {min} to {max}"),
        MapLegal::MultipleOf(step) => format!(", a multiple of {step}"),
        MapLegal::Enumerated(_) => {
            let values = field.enumeration().into_iter().flat_map(|enumeration| &enumeration.variants);
            let values: Vec<String> = values.map(|v| format!("{} {}", v.value.value, v.name.value)).collect();
            format!(", legal {}", values.join(", "))
        }
    }
}
