//! The packed words that only encoders see, as types of Rust.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::GENERATED;
use super::names::camel;
use crate::model::{Enum, Field, FieldShape, Interfaces, Record};

/// Returns a bit field for each record of one word, and the codes of their fields with names.
#[must_use]
pub fn words(interfaces: &Interfaces) -> String {
    let mut text = format!(
        "// {GENERATED}\n\
         #![allow(dead_code, reason = \"the macro generates an accessor for every field, used or not\")]\n\
         #![allow(unreachable_pub, reason = \"the macro does not apply pub(crate) to everything that it generates\")]\n\n\
         use modular_bitfield::prelude::*;\n"
    );
    let records: Vec<&Record> = interfaces.records.iter().filter(|record| record.words == 1).collect();
    for record in &records {
        bit_field(record, &mut text);
    }
    let used = records.iter().flat_map(|record| &record.fields);
    let used: BTreeSet<&str> = used.filter_map(values).collect();
    for known in interfaces.enums.iter().filter(|known| used.contains(known.name.as_str())) {
        codes(known, &mut text);
    }
    text += "\nsuper::packed_as_u32!(";
    text += &records.iter().map(|record| camel(&record.name)).collect::<Vec<_>>().join(", ");
    text + ");\n"
}

fn bit_field(record: &Record, text: &mut String) {
    let _ = write!(
        text,
        "\n/// {}\n#[bitfield(bits = 32)]\n#[derive(Clone, Copy)]\npub(crate) struct {} {{\n",
        record.doc,
        camel(&record.name)
    );
    let mut fields: Vec<&Field> = record.fields.iter().collect();
    fields.sort_by_key(|field| field.bits.map(|bits| bits.low));
    let mut next = 0;
    for field in fields {
        let bits = field.bits.unwrap_or_default();
        skipped(bits.low - next, text);
        let kind = if field.width == 1 { "bool".to_owned() } else { format!("B{}", field.width) };
        let _ = writeln!(text, "    pub(crate) {}: {kind},", field.name);
        next = bits.high + 1;
    }
    skipped(32 - next, text);
    text.push_str("}\n");
}

fn values(field: &Field) -> Option<&str> {
    match &field.shape {
        FieldShape::Names(name) => Some(name),
        _ => None,
    }
}

/// The values of a field: a match over them has no other arm.
fn codes(known: &Enum, text: &mut String) {
    let name = format!("{}Code", camel(&known.name));
    let _ = write!(
        text,
        "\n/// {}\n#[derive(Clone, Copy, PartialEq, Eq, Debug)]\npub(crate) enum {name} {{\n",
        known.doc
    );
    for value in &known.values {
        let _ = writeln!(text, "    /// {}\n    {} = {},", value.doc, camel(&value.name), value.value);
    }
    let _ = write!(
        text,
        "}}\n\nimpl {name} {{\n    /// The code of a number.\n    pub(crate) const fn from_number(number: u8) -> Option<Self> {{\n        Some(match number {{\n"
    );
    for value in &known.values {
        let _ = writeln!(text, "            {} => Self::{},", value.value, camel(&value.name));
    }
    text.push_str("            _ => return None,\n        })\n    }\n}\n");
}

fn skipped(bits: u32, text: &mut String) {
    if bits > 0 {
        let _ = writeln!(text, "    #[skip]\n    __: B{bits},");
    }
}
