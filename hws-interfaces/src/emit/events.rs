//! The events as types of Rust.

use std::fmt::Write;

use super::GENERATED;
use super::names::{camel, quoted, variant};
use crate::model::{Field, FieldShape, Interfaces, Message, Show};

/// Returns the enum `EventKind`, its fields, and a struct with the words of each event.
#[must_use]
pub fn events(interfaces: &Interfaces) -> String {
    let kinds = interfaces.kinds();
    let words = interfaces.lanes.words;
    let mut text =
        format!("// {GENERATED}\n\nuse super::{{EventField, EventShow, EventWords}};\nuse crate::Rule;\n\n");
    let _ = write!(text, "/// The most values of an event.\npub const EVENT_WORDS: usize = {words};\n\n");
    text += "/// The kinds of events of the HWS, by their numbers on monitor lanes and in other languages (interfaces.md §7).\n";
    text += "#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]\npub enum EventKind {\n";
    for event in &kinds {
        let _ = writeln!(
            text,
            "    /// `{}`: {}\n    {} = {},",
            event.name,
            event.doc,
            camel(&event.name),
            number(event)
        );
    }
    text += "}\n\nimpl EventKind {\n    /// All kinds, in the order of their numbers.\n    pub const ALL: &[Self] = &[\n";
    for event in &kinds {
        let _ = writeln!(text, "        Self::{},", camel(&event.name));
    }
    text += "    ];\n\n    /// Returns the name in a trace.\n    #[must_use]\n    pub const fn name(self) -> &'static str {\n        match self {\n";
    for event in &kinds {
        let _ = writeln!(text, "            Self::{} => {},", camel(&event.name), quoted(&event.name));
    }
    text += "        }\n    }\n\n    /// Returns the rule that the event belongs to.\n    #[must_use]\n    pub const fn rule(self) -> Rule {\n        match self {\n";
    for event in &kinds {
        let rule = variant(event.rule.as_deref().unwrap_or_default());
        let _ = writeln!(text, "            Self::{} => Rule::{rule},", camel(&event.name));
    }
    text += "        }\n    }\n\n    /// Returns the values, in the order of the keys of a trace.\n    #[must_use]\n    pub const fn fields(self) -> &'static [EventField] {\n        match self {\n";
    for event in &kinds {
        let _ = writeln!(text, "            Self::{} => &[", camel(&event.name));
        event.fields.iter().for_each(|field| text += &field_info(event, field));
        text += "            ],\n";
    }
    text += "        }\n    }\n}\n";
    enums(interfaces, &mut text);
    text += "\n/// The words of each event: a value that is missing does not compile.\npub mod event_words {\n    use super::{EventKind, EventWords};\n";
    for event in &kinds {
        words_of(event, words, &mut text);
    }
    text + "}\n"
}

fn number(event: &Message) -> u32 {
    event.kind.unwrap_or_default()
}

fn field_info(event: &Message, field: &Field) -> String {
    let rule = variant(event.rule_of(field).unwrap_or_default());
    let (name, width) = (quoted(&field.name), field.width);
    format!(
        "                EventField {{ name: {name}, width: {width}, show: EventShow::{}, rule: Rule::{rule} }},\n",
        show(&field.shape)
    )
}

fn show(shape: &FieldShape) -> String {
    match shape {
        FieldShape::Flag => "Flag".to_owned(),
        FieldShape::Optional => "Optional".to_owned(),
        FieldShape::Names(name) => format!("Names(&{}_NAMES)", name.to_uppercase()),
        FieldShape::Number(Show::Hex) => "Hex".to_owned(),
        FieldShape::Number(Show::Decimal) | FieldShape::List | FieldShape::Text { .. } => {
            "Decimal".to_owned()
        }
    }
}

/// The names of the enums that events use.
fn enums(interfaces: &Interfaces, text: &mut String) {
    let is_used = |name: &str| {
        let fields = interfaces.kinds().into_iter().flat_map(|event| &event.fields);
        fields.into_iter().any(|field| field.shape == FieldShape::Names(name.to_owned()))
    };
    for known in interfaces.enums.iter().filter(|known| is_used(&known.name)) {
        let names: Vec<String> = known.values.iter().map(|value| quoted(&value.name)).collect();
        let (name, count) = (known.name.to_uppercase(), names.len());
        let names = names.join(", ");
        let _ = write!(
            text,
            "\n/// {} By its number.\npub const {name}_NAMES: [&str; {count}] = [{names}];\n",
            known.doc
        );
        let rules = known.values.iter().map(|value| value.rule.as_ref());
        let rules: Vec<String> = rules.flatten().map(|rule| format!("Rule::{}", variant(rule))).collect();
        if rules.len() == count {
            let rules = rules.join(", ");
            let _ = write!(
                text,
                "\n/// The rules of the same.\npub const {name}_RULES: [Rule; {count}] = [{rules}];\n"
            );
        }
    }
}

fn words_of(event: &Message, words: u32, text: &mut String) {
    let (kind, name) = (camel(&event.name), format!("{}Words", camel(&event.name)));
    let _ = write!(
        text,
        "\n    /// {}\n    #[derive(Clone, Copy, Debug)]\n    pub struct {name} {{\n",
        event.doc
    );
    for field in &event.fields {
        let _ = writeln!(text, "        /// {}\n        pub {}: u32,", field.doc, field.name);
    }
    let _ = write!(
        text,
        "    }}\n\n    impl From<{name}> for EventWords {{\n        #[inline]\n        fn from(event: {name}) -> Self {{\n"
    );
    let given = event.fields.iter().map(|field| format!("event.{}", field.name));
    let zeros = (event.fields.len()..words as usize).map(|_| "0".to_owned());
    let list: Vec<String> = given.chain(zeros).collect();
    let _ = writeln!(text, "            Self {{ kind: EventKind::{kind}, words: [{}] }}", list.join(", "));
    text.push_str("        }\n    }\n");
}
