//! The lines of a trace as code of Rust.

use std::fmt::Write;

use super::GENERATED;
use super::names::{camel, quoted};
use crate::model::{Field, FieldShape, Interfaces, Message};

/// Returns the enum `TraceKind`, and the visit of the keys of an event.
#[must_use]
pub fn trace(interfaces: &Interfaces) -> String {
    let lines = &interfaces.events;
    let mut text = format!(
        "// {GENERATED}\n\nuse hws_types::{{EventKind, EventWords}};\n\nuse super::TraceValue;\nuse crate::json_lines::{{JsonKey, json_key}};\n\n"
    );
    text += "/// The kind of a line of the trace: its key `ev` (interfaces.md §7).\n#[derive(Clone, Copy, PartialEq, Eq, Debug)]\npub enum TraceKind {\n";
    for line in lines {
        let _ = writeln!(text, "    /// `{}`: {}\n    {},", line.name, line.doc, camel(&line.name));
    }
    let _ = write!(
        text,
        "}}\n\nimpl TraceKind {{\n    /// All kinds, in the order of interfaces.md §7.\n    pub const ALL: [Self; {}] = [\n",
        lines.len()
    );
    for line in lines {
        let _ = writeln!(text, "        Self::{},", camel(&line.name));
    }
    text += "    ];\n\n    /// Returns the value of the key `ev`.\n    #[must_use]\n    pub const fn name(self) -> &'static str {\n        match self {\n";
    for line in lines {
        let _ = writeln!(text, "            Self::{} => {},", camel(&line.name), quoted(&line.name));
    }
    text += "        }\n    }\n}\n\nimpl From<EventKind> for TraceKind {\n    #[inline]\n    fn from(kind: EventKind) -> Self {\n        match kind {\n";
    for event in interfaces.kinds() {
        let name = camel(&event.name);
        let _ = writeln!(text, "            EventKind::{name} => Self::{name},");
    }
    text += "        }\n    }\n}\n\n/// Visits the keys of an event after `c` and `ev`.\n#[inline(always)]\npub(super) fn each_key_of(event: &EventWords, mut visit: impl FnMut(JsonKey, TraceValue<'_>)) {\n    let words = &event.words;\n    match event.kind {\n";
    for event in interfaces.kinds() {
        visits(event, &mut text);
    }
    text + "    }\n}\n"
}

fn visits(event: &Message, text: &mut String) {
    let _ = writeln!(text, "        EventKind::{} => {{", camel(&event.name));
    for (number, field) in event.fields.iter().enumerate() {
        let _ = writeln!(
            text,
            "            visit(json_key!({}), {});",
            quoted(&field.name),
            value(field, number)
        );
    }
    text.push_str("        }\n");
}

fn value(field: &Field, number: usize) -> String {
    match &field.shape {
        FieldShape::Flag => format!("TraceValue::Flag(words[{number}] != 0)"),
        FieldShape::Names(name) => {
            format!("TraceValue::named(&hws_types::{}_NAMES, words[{number}])", name.to_uppercase())
        }
        FieldShape::Optional => format!("TraceValue::optional(words[{number}])"),
        _ => format!("words[{number}].into()"),
    }
}
