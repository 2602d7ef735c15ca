//! Names of kinds, fields and values as numbers, which both sides share.

use std::collections::HashMap;

use hws_types::EventKind;

/// The number of a name.
pub(super) type Name = u32;

/// All names.
#[derive(Debug)]
pub(super) struct Names {
    numbers: HashMap<String, Name>,
    texts: Vec<String>,
}

impl Names {
    /// The kinds of the monitor lanes have their numbers there.
    pub(super) fn new() -> Self {
        let mut names = Self { numbers: HashMap::new(), texts: Vec::new() };
        for kind in EventKind::ALL {
            names.number(kind.name());
        }
        names
    }

    /// The number of a name, which is added if it is new.
    pub(super) fn number(&mut self, text: &str) -> Name {
        if let Some(number) = self.numbers.get(text) {
            return *number;
        }
        let number = self.texts.len() as Name;
        self.numbers.insert(text.to_owned(), number);
        self.texts.push(text.to_owned());
        number
    }

    /// The number of a known name.
    pub(super) fn find(&self, text: &str) -> Option<Name> {
        self.numbers.get(text).copied()
    }

    pub(super) fn text(&self, name: Name) -> &str {
        self.texts.get(name as usize).map_or("", String::as_str)
    }
}

/// Columns and keys that mean the same: in events without the first name, the second one is meant.
const SAME: [(&str, &str); 6] = [
    ("kernel", "kernel_id"),
    ("sip_mask", "mask"),
    ("mask", "sip_mask"),
    ("launch", "launch_id"),
    ("dag", "dag_slot"),
    ("operation", "op"),
];

/// The name of a field as the trace has it: in a `promote`, `sip_mask` is `mask`.
pub(super) fn canonical(kind: Name, field: &str) -> &str {
    let other = SAME.iter().find(|(name, _)| *name == field).map(|(_, other)| *other);
    let has = |kind: EventKind, name: &str| kind.fields().iter().any(|field| field.name == name);
    match (EventKind::from_number(kind), other) {
        (Some(kind), Some(other)) if !has(kind, field) && has(kind, other) => other,
        (_, Some("kernel_id")) => "kernel_id",
        _ => field,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_of_the_lanes_have_their_numbers() {
        let mut names = Names::new();
        assert_eq!(
            (names.find("admit"), names.find("pre_complete"), names.find("irq")),
            (Some(0), Some(12), None)
        );
        let irq = names.number("irq");
        assert_eq!((names.number("irq"), names.text(irq)), (irq, "irq"));
    }

    #[test]
    fn fields_have_the_names_of_the_trace() {
        let names = Names::new();
        let kind = |name| names.find(name).unwrap();
        assert_eq!(canonical(kind("promote"), "sip_mask"), "mask");
        assert_eq!(canonical(kind("launch"), "mask"), "sip_mask");
        assert_eq!(canonical(kind("launch"), "sip_mask"), "sip_mask");
        assert_eq!(canonical(kind("launch"), "kernel"), "kernel_id");
        assert_eq!(canonical(99, "sip_mask"), "sip_mask");
    }
}
