//! A record without bit positions, as a type of Rust.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::GENERATED;
use super::descriptor::rust_type;
use super::names::{camel, unsaid_unit};
use crate::model::{Field, Record};

/// Returns a struct with all fields of a record, in their order.
#[must_use]
pub fn record(record: &Record) -> String {
    let mut text = format!("// {GENERATED}\n\n");
    let named: BTreeSet<&str> = record.fields.iter().filter_map(|field| field.rust.as_deref()).collect();
    if !named.is_empty() {
        let _ = write!(text, "use crate::{{{}}};\n\n", Vec::from_iter(named).join(", "));
    }
    let rule = record.rule.as_ref().map_or_else(String::new, |rule| format!(" ({rule})"));
    let _ = writeln!(text, "/// {}{rule}", record.doc);
    text += "#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]\n";
    text += "#[cfg_attr(feature = \"serde\", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]\n";
    let _ = writeln!(text, "pub struct {} {{", camel(&record.name));
    for field in &record.fields {
        let kind = field.rust.clone().unwrap_or_else(|| rust_type(field));
        let _ = writeln!(text, "    /// {}\n    pub {}: {kind},", documented(field), field.name);
    }
    text + "}\n"
}

fn documented(field: &Field) -> String {
    let mut text = field.doc.clone();
    if let Some(unit) = unsaid_unit(field) {
        let _ = write!(text, " Unit: {unit}.");
    }
    if let Some(range) = range(field) {
        let _ = write!(text, " Legal: {range}.");
    }
    if let Some(rule) = &field.rule {
        let _ = write!(text, " ({rule})");
    }
    text
}

/// The legal values of a field whose type has more.
fn range(field: &Field) -> Option<String> {
    let is_whole = [1, 8, 16, 32].contains(&field.width) || field.rust.is_some();
    let of_bits = || (!is_whole).then(|| format!("0..={}", (1_u64 << field.width.min(63)) - 1));
    field.range.clone().or_else(of_bits)
}
