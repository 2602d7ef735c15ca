//! Validation: what a well-formed file must not say.

use std::collections::{BTreeMap, BTreeSet};

use hws_input::{Diagnostic, nearest};

use crate::model::{Field, FieldShape, Interfaces, Message, Record};
use crate::read::{Places, read};

/// A checked text.
#[derive(Clone, Debug)]
pub struct Checked {
    /// Its content; what is faulty has the value that a missing key has.
    pub interfaces: Interfaces,
    /// The faults, in the order of the file.
    pub faults: Vec<Diagnostic>,
}

/// Reads and validates a text.
///
/// ```
/// let checked = hws_interfaces::check("version: 1\ntitle: x\nevents: []\nrules: [{ rule: a.md §1 }]");
/// assert_eq!(checked.faults[0].coded(), "4:9: missing key `title` in a rule; add `title:` [missing-key]");
/// ```
#[must_use]
pub fn check(text: &str) -> Checked {
    let (interfaces, places, faults) = read(text);
    let mut validator = Validator { interfaces: &interfaces, places: &places, faults };
    validator.all();
    let mut faults = validator.faults;
    faults.sort_by_key(|fault| fault.place);
    Checked { interfaces, faults }
}

struct Validator<'i> {
    interfaces: &'i Interfaces,
    places: &'i Places,
    faults: Vec<Diagnostic>,
}

impl Validator<'_> {
    fn fault(&mut self, code: &'static str, path: &str, message: String, remedy: &str) {
        self.faults.push(Diagnostic::new(code, self.places.of(path), message).remedy(remedy));
    }

    fn all(&mut self) {
        let interfaces = self.interfaces;
        self.names("enums", interfaces.enums.iter().map(|known| &known.name));
        self.names("records", interfaces.records.iter().map(|known| &known.name));
        self.names("ports", interfaces.ports.iter().map(|port| &port.field.name));
        self.names("operations", interfaces.operations.iter().map(|known| &known.name));
        self.names("events", interfaces.events.iter().map(|known| &known.name));
        self.enums();
        for record in &interfaces.records {
            self.record(record);
        }
        for (within, messages) in [("operations", &interfaces.operations), ("events", &interfaces.events)] {
            for message in messages {
                self.message(within, message);
            }
        }
        for port in &interfaces.ports {
            self.cited(&format!("ports.{}", port.field.name), port.field.rule.as_deref());
        }
        self.kinds();
        self.rules();
    }

    /// Names are words in lower case, and each is given once. Values of enums may be in capitals.
    fn names<'n>(&mut self, within: &str, names: impl Iterator<Item = &'n String>) {
        let mut seen = BTreeSet::new();
        for name in names {
            let path = format!("{within}.{name}");
            if !seen.insert(name) {
                self.fault(
                    "duplicate-name",
                    &path,
                    format!("`{name}` is in {within} twice"),
                    "rename one of them",
                );
            }
            let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
            if !name.starts_with(|c: char| c.is_ascii_alphabetic()) || !name.chars().all(is_word) {
                let remedy = "use letters, digits and `_`, a letter first";
                self.fault("illegal-name", &path, format!("`{name}` is not a name"), remedy);
            }
        }
    }

    fn enums(&mut self) {
        for known in &self.interfaces.enums {
            let within = format!("enums.{}", known.name);
            self.cited(&within, known.rule.as_deref());
            self.names(&within, known.values.iter().map(|value| &value.name));
            for (number, value) in known.values.iter().enumerate() {
                let path = format!("{within}.{}", value.name);
                self.cited(&path, value.rule.as_deref());
                if value.value as usize != number {
                    let message = format!("the value of `{}` is {}, not {number}", value.name, value.value);
                    self.fault("enum-value", &path, message, "number the values from 0, in order");
                }
            }
        }
    }

    fn record(&mut self, record: &Record) {
        let within = format!("records.{}", record.name);
        self.cited(&within, record.rule.as_deref());
        self.fields(&within, &record.fields);
        let mut owners: BTreeMap<u32, &str> = BTreeMap::new();
        for field in &record.fields {
            let path = format!("{within}.{}", field.name);
            let Some(bits) = field.bits else {
                if record.words > 0 {
                    self.fault(
                        "missing-key",
                        &path,
                        format!("`{}` has no place", field.name),
                        "add `word:` and `bits:`",
                    );
                }
                continue;
            };
            let first = bits.word * 32 + bits.low;
            let used = first..first + field.width * field.count;
            if used.end > record.words * 32 {
                let message =
                    format!("`{}` ends behind the {} words of its record", field.name, record.words);
                self.fault("outside", &path, message, "correct `word:`, `bits:` or `words:`");
            }
            if let Some((bit, other)) =
                used.clone().find_map(|bit| owners.get(&bit).map(|other| (bit, *other)))
            {
                let message =
                    format!("`{}` has bit {} of word {} of `{other}`", field.name, bit % 32, bit / 32);
                self.fault("overlap", &path, message, "give each bit to one field");
            }
            owners.extend(used.map(|bit| (bit, field.name.as_str())));
        }
    }

    fn message(&mut self, within: &str, message: &Message) {
        let path = format!("{within}.{}", message.name);
        self.cited(&path, message.rule.as_deref());
        self.fields(&path, &message.fields);
        let words = self.interfaces.lanes.words as usize;
        if message.kind.is_some() && message.fields.len() > words {
            let found = message.fields.len();
            let text = format!("`{}` has {found} values, a lane has {words}", message.name);
            self.fault("lane", &path, text, "remove a field, or raise `lanes: words:`");
        }
    }

    fn fields(&mut self, within: &str, fields: &[Field]) {
        self.names(within, fields.iter().map(|field| &field.name));
        for field in fields {
            let path = format!("{within}.{}", field.name);
            self.cited(&path, field.rule.as_deref());
            self.rust_type(within, &path, field);
            if let FieldShape::Names(name) = &field.shape {
                self.values(&path, field, name);
            }
            if field.width < 32 && field.default >> field.width != 0 {
                let message = format!("the default {} needs more than {} bits", field.default, field.width);
                self.fault("default", &path, message, "lower it");
            }
        }
    }

    /// A type in Rust is that of a single number of a struct.
    fn rust_type(&mut self, within: &str, path: &str, field: &Field) {
        let Some(name) = &field.rust else { return };
        if !name.starts_with(|c: char| c.is_ascii_uppercase())
            || !name.chars().all(|c| c.is_ascii_alphanumeric())
        {
            let message = format!("`{name}` is not the name of a type");
            self.fault("rust-type", path, message, "use letters and digits, a capital letter first");
        }
        let is_number = matches!(field.shape, FieldShape::Number(_)) && field.count == 1;
        if !within.starts_with("records.") || field.bits.is_some() || !is_number {
            let message = format!("`{}` has a type in Rust, but is not a number without a place", field.name);
            self.fault("rust-type", path, message, "remove `rust:`");
        }
    }

    /// The values of a field are an enum that fits its bits.
    fn values(&mut self, path: &str, field: &Field, name: &str) {
        let names = self.interfaces.enums.iter().map(|known| known.name.as_str());
        match self.interfaces.find_enum(name) {
            None => self.unknown("unknown-enum", path, format!("unknown enum `{name}`"), name, names),
            Some(known) => {
                let largest = known.values.iter().map(|value| value.value).max().unwrap_or_default();
                if field.width < 32 && largest >> field.width != 0 {
                    let message = format!(
                        "`{name}` has the value {largest}, which needs more than {} bits",
                        field.width
                    );
                    self.fault("enum-width", path, message, "widen the field");
                }
            }
        }
    }

    fn unknown<'k>(
        &mut self,
        code: &'static str,
        path: &str,
        message: String,
        name: &str,
        known: impl Iterator<Item = &'k str>,
    ) {
        let fault = Diagnostic::new(code, self.places.of(path), message)
            .suggest(nearest(name, known).map(str::to_owned))
            .remedy("use a name that the file defines");
        self.faults.push(fault);
    }

    fn cited(&mut self, path: &str, rule: Option<&str>) {
        let rules = &self.interfaces.rules;
        if let Some(rule) = rule.filter(|rule| rules.iter().all(|known| known.rule != *rule)) {
            let known = rules.iter().map(|known| known.rule.as_str());
            self.unknown("unknown-rule", path, format!("unknown rule `{rule}`"), rule, known);
        }
    }

    /// The numbers of events: each once, none left out, all within the bits of a lane.
    fn kinds(&mut self) {
        let kinds = self.interfaces.kinds();
        for (number, event) in kinds.iter().enumerate() {
            let path = format!("events.{}", event.name);
            if event.kind != u32::try_from(number).ok() {
                let message = format!("the kinds of events are 0 to {}, each once", kinds.len() - 1);
                self.fault("kind", &path, message, &format!("number {number} is missing or given twice"));
                break;
            }
            if number >> self.interfaces.lanes.kind_width.min(31) != 0 {
                let message = format!("kind {number} does not fit the lanes");
                self.fault("kind-width", &path, message, "raise `lanes: kind_width:`");
            }
        }
    }

    fn rules(&mut self) {
        let interfaces = self.interfaces;
        let mut seen = BTreeSet::new();
        for rule in &interfaces.rules {
            let path = format!("rules.{}", rule.rule);
            if !seen.insert(&rule.rule) {
                self.fault(
                    "duplicate-name",
                    &path,
                    format!("rule `{}` is listed twice", rule.rule),
                    "remove one",
                );
            }
            let is_citation = rule.rule.split_once(" §").is_some_and(|(page, number)| {
                page.ends_with(".md") && number.split('.').all(|part| part.parse::<u32>().is_ok())
            });
            if !is_citation {
                let remedy = "write `PAGE.md §NUMBER`";
                self.fault("citation", &path, format!("`{}` is not a citation", rule.rule), remedy);
            }
            for name in rule.reads.iter().chain(&rule.writes) {
                self.word(&path, name);
            }
        }
    }

    /// A name in lower case is a record of the file, or a field of one; the others are registers of the map.
    fn word(&mut self, path: &str, name: &str) {
        if !name.starts_with(|c: char| c.is_ascii_lowercase()) {
            return;
        }
        let (record, field) =
            name.split_once('.').map_or((name, None), |(record, field)| (record, Some(field)));
        let found = self.interfaces.find_record(record);
        let has =
            |field: &str| found.is_some_and(|record| record.fields.iter().any(|known| known.name == field));
        if found.is_none() || field.is_some_and(|field| !has(field)) {
            let known = self.interfaces.records.iter().map(|known| known.name.as_str());
            self.unknown("unknown-word", path, format!("unknown word `{name}`"), record, known);
        }
    }
}
