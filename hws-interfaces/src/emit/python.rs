//! A record as a dataclass of Python.

use std::fmt::Write;

use super::GENERATED;
use crate::model::{Field, FieldShape, Record, Show};

/// Returns the fields of a record as a dataclass `_Fields`, with a comment for each.
#[must_use]
pub fn python(record: &Record) -> String {
    let mut text =
        format!("# {GENERATED}\n\"\"\"The fields of a {}.\"\"\"\n\n", record.name.replace('_', " "));
    text += "from __future__ import annotations\n\nimport dataclasses\nfrom collections.abc import Sequence\n\n\n";
    text += "@dataclasses.dataclass(kw_only=True)\nclass _Fields:\n";
    for field in &record.fields {
        let _ = writeln!(
            text,
            "    #: {}\n    {}: {} = {}",
            documented(field),
            field.name,
            kind(field),
            default(field)
        );
    }
    text
}

fn documented(field: &Field) -> String {
    let rule = field.rule.as_ref().map_or_else(String::new, |rule| format!(" ({rule})"));
    let range = match (&field.range, field.width) {
        (Some(range), _) => format!(" Legal: {}.", range.replace("..=", " to ")),
        (None, 1 | 32) => String::new(),
        (None, width) => format!(" 0 to {}.", (1_u64 << width) - 1),
    };
    format!("{}{range}{rule}", field.doc)
}

fn kind(field: &Field) -> &'static str {
    match (field.count, field.width) {
        (1, 1) => "bool",
        (1, _) => "int",
        _ => "Sequence[int]",
    }
}

fn default(field: &Field) -> String {
    match (field.count, field.width, &field.shape) {
        (1, 1, _) => (if field.default == 0 { "False" } else { "True" }).to_owned(),
        (1, _, FieldShape::Number(Show::Hex)) if field.default > 0 => {
            format!("{:#010X}", field.default).replace("0X", "0x")
        }
        (1, ..) => field.default.to_string(),
        (count, ..) => format!("({})", vec!["0"; count as usize].join(", ")),
    }
}
