//! Entries that are written on one line, and the words and texts in them.

use crate::import::draft::{DraftField, DraftLegal, DraftRegister, DraftReset};
use crate::model::{MapAccess, SkippedTest};
use std::fmt::Write;

/// Returns the access that a register says for its fields: that of all of them, or the one of most maps.
pub(super) fn common_access(register: &DraftRegister) -> MapAccess {
    let first = register.fields.first().map_or(MapAccess::Rw, |field| field.access);
    if register.fields.iter().all(|field| field.access == first) { first } else { MapAccess::Rw }
}

pub(super) fn tests(tests: &[SkippedTest]) -> String {
    if SkippedTest::ALL.iter().all(|test| tests.contains(test)) {
        return "all".to_owned();
    }
    tests.iter().map(|test| test.as_str()).collect::<Vec<_>>().join(", ")
}

pub(super) fn field_entry(
    field: &DraftField,
    common: MapAccess,
    is_queued: bool,
    group: Option<&str>,
) -> String {
    let bits = if field.msb == field.lsb {
        format!("[{}]", field.lsb)
    } else {
        format!("[{}, {}]", field.msb, field.lsb)
    };
    let mut keys = vec![("name", name(&field.name)), ("bits", bits)];
    if field.access != common {
        keys.push(("access", field.access.as_str().to_owned()));
    }
    let usual = field.access.usual_hardware_of(is_queued);
    keys.extend(
        field
            .hardware
            .filter(|hardware| *hardware != usual)
            .map(|hardware| ("hardware", hardware.as_str().to_owned())),
    );
    let flag = |key, is_set: bool| is_set.then(|| (key, "true".to_owned()));
    keys.extend(flag("constant", field.constant));
    match field.reset {
        DraftReset::Unknown => {}
        DraftReset::Constant(value) => keys.push(("reset", number(value))),
        DraftReset::Linear { base, step } => {
            keys.push(("reset", format!("{{base: {}, step: {}}}", number(base), number(step))));
        }
    }
    keys.extend(legal(&field.legal));
    keys.extend(flag("pulse", field.pulse));
    if let Some((direction, saturates)) = field.counter {
        keys.push(("counter", direction.as_str().to_owned()));
        keys.extend(flag("saturates", saturates));
    }
    for guard in &field.guards {
        let key = if guard.opens_at { "write_enable" } else { "lock" };
        keys.push((key, quoted(&format!("{}.{}", local(&guard.register, group), guard.field))));
    }
    keys.extend(field.hdl_path.iter().map(|path| ("hdl_path", quoted(path))));
    keys.extend(prose("description", &field.description));
    entry(&keys)
}

fn legal(legal: &DraftLegal) -> Vec<(&'static str, String)> {
    match legal {
        DraftLegal::Any => Vec::new(),
        DraftLegal::Range(min, max) => vec![("range", format!("[{}, {}]", number(*min), number(*max)))],
        DraftLegal::MultipleOf(step) => vec![("multiple_of", number(*step))],
        DraftLegal::Named { enumeration, is_open } => {
            let open = is_open.then(|| ("open", "true".to_owned()));
            [("enum", name(&enumeration.name))].into_iter().chain(open).collect()
        }
    }
}

/// Returns the name of a register as one of the same group refers to it.
pub(super) fn local(name: &str, group: Option<&str>) -> String {
    let own = group.and_then(|group| name.strip_prefix(group)?.strip_prefix('.'));
    own.unwrap_or(name).trim_end_matches("[]").to_owned()
}

pub(super) fn prose(key: &'static str, text: &str) -> Option<(&'static str, String)> {
    (!text.is_empty()).then(|| (key, quoted(text)))
}

pub(super) fn entry(keys: &[(&str, String)]) -> String {
    let keys: Vec<String> = keys.iter().map(|(key, value)| format!("{key}: {value}")).collect();
    format!("- {{{}}}", keys.join(", "))
}

pub(super) fn number(value: u64) -> String {
    if value < 1024 { value.to_string() } else { format!("0x{value:x}") }
}

/// Returns a name, in quotes if YAML could take it for something else.
pub(super) fn name(name: &str) -> String {
    const WORDS: &[&str] = &["null", "true", "false", "yes", "no", "on", "off", "y", "n"];
    let is_plain = name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        && !WORDS.iter().any(|word| name.eq_ignore_ascii_case(word));
    if is_plain { name.to_owned() } else { quoted(name) }
}

/// Returns a text in double quotes on one line, with every character that YAML does not print escaped.
pub(super) fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}' => push_escape(&mut out, letter),
            _ if letter.is_control() => push_escape(&mut out, letter),
            _ => out.push(letter),
        }
    }
    out.push('"');
    out
}

fn push_escape(out: &mut String, letter: char) {
    // Writing to a String cannot fail.
    let _ = write!(out, "\\u{:04x}", u32::from(letter));
}
