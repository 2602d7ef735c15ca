//! Names in the style of each language.

use crate::model::{Field, FieldShape, Interfaces};

/// `mih_drop` as `MihDrop`.
pub(super) fn camel(name: &str) -> String {
    let capital = |word: &str| {
        let mut letters = word.chars();
        letters
            .next()
            .map_or_else(String::new, |first| first.to_ascii_uppercase().to_string() + letters.as_str())
    };
    name.split(['_', '-']).map(capital).collect()
}

/// The variant of a rule: `scheduler.md §5.6` as `Scheduler5_6`, `firmware-api.md §2` as `FirmwareApi2`.
pub(super) fn variant(rule: &str) -> String {
    let (page, number) = rule.split_once(".md §").unwrap_or((rule, ""));
    format!("{}{}", camel(page), number.replace('.', "_"))
}

/// A string literal of Rust, C, Python or JSON.
pub(super) fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// A value of an event with the names of its numbers, and what stands for none: `pool (0 R, 1 P)`.
pub(super) fn with_numbers(interfaces: &Interfaces, field: &Field, none: &str) -> String {
    let values = interfaces.values(field).iter().map(|value| format!("{} {}", value.value, value.name));
    let values: Vec<String> = values.collect();
    match (&field.shape, values.is_empty()) {
        (FieldShape::Optional, _) => format!("{} ({none})", field.name),
        (_, true) => field.name.clone(),
        (_, false) => format!("{} ({})", field.name, values.join(", ")),
    }
}

/// The unit of a field whose description does not name it.
pub(super) fn unsaid_unit(field: &Field) -> Option<&str> {
    field.unit.as_deref().filter(|unit| !field.doc.to_lowercase().contains(unit))
}

/// A sentence without its full stop.
pub(super) fn phrase(text: &str) -> &str {
    text.strip_suffix('.').unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_variants() {
        assert_eq!(variant("scheduler.md §5.6"), "Scheduler5_6");
        assert_eq!(variant("firmware-api.md §2"), "FirmwareApi2");
        assert_eq!((camel("mih_drop"), camel("R")), ("MihDrop".to_owned(), "R".to_owned()));
    }
}
