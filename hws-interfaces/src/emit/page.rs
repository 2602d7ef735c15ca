//! Tables of a page, between the marks `<!-- generated: NAME -->` and `<!-- end -->`.

use std::fmt::Write;

use super::names::{phrase, unsaid_unit, with_numbers};
use crate::model::{Field, FieldShape, Interfaces, Message, Record};

/// Returns the page with its tables replaced: `record NAME`, `operations`, `events` (lines of a trace), `lanes` (events by their
/// numbers).
///
/// # Errors
/// The mark that names nothing of the file, or has no end.
pub fn page(interfaces: &Interfaces, page: &str) -> Result<String, String> {
    const BEGIN: &str = "<!-- generated: ";
    const END: &str = "<!-- end -->";
    let mut parts = page.split(BEGIN);
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (name, rest) = part.split_once(" -->").ok_or_else(|| format!("`{BEGIN}` without ` -->`"))?;
        let (_, rest) = rest.split_once(END).ok_or_else(|| format!("`{BEGIN}{name} -->` without `{END}`"))?;
        let _ = write!(text, "{BEGIN}{name} -->\n\n{}\n{END}{rest}", table(interfaces, name)?);
    }
    Ok(text)
}

fn table(interfaces: &Interfaces, name: &str) -> Result<String, String> {
    match name.split_once(' ').unwrap_or((name, "")) {
        ("record", record) => {
            let record =
                interfaces.find_record(record).ok_or_else(|| format!("unknown record `{record}`"))?;
            Ok(if record.words > 0 { packed(interfaces, record) } else { loose(&record.fields) })
        }
        ("operations", "") => Ok(messages(interfaces, &interfaces.operations, false)),
        ("events", "") => Ok(messages(interfaces, &interfaces.events, true)),
        ("lanes", "") => Ok(lanes(interfaces)),
        _ => Err(format!("unknown table `{name}`; write `record NAME`, `operations`, `events` or `lanes`")),
    }
}

fn packed(interfaces: &Interfaces, record: &Record) -> String {
    let has_words = record.words > 1;
    let head = if has_words {
        "| word | field | meaning |\n|---|---|---|\n"
    } else {
        "| field | meaning |\n|---|---|\n"
    };
    let mut text = head.to_owned();
    for field in &record.fields {
        let bits = field.bits.unwrap_or_default();
        let last = field.last_word();
        let word = if last > bits.word { format!("{}, {last}", bits.word) } else { bits.word.to_string() };
        let word = if has_words { format!("| {word} ") } else { String::new() };
        let place = match (bits.high, bits.low) {
            (31, 0) => String::new(),
            (high, low) if high == low => format!("[{high}]"),
            (high, low) => format!("[{high}:{low}]"),
        };
        let many = if field.count > 1 { format!(" × {}", field.count) } else { String::new() };
        let meaning = meaning(field) + &numbers(interfaces, field);
        let _ = writeln!(text, "{word}| {}{place}{many} | {meaning} |", named(field));
    }
    text
}

/// The numbers that have names.
fn numbers(interfaces: &Interfaces, field: &Field) -> String {
    let values = interfaces.values(field).iter();
    let shown: Vec<String> =
        values.map(|value| format!("{} {}", value.value, value.name.to_uppercase())).collect();
    if shown.is_empty() { String::new() } else { format!(": {}", shown.join(", ")) }
}

fn loose(fields: &[Field]) -> String {
    let mut text = "| field | meaning |\n|---|---|\n".to_owned();
    for field in fields {
        let _ = writeln!(text, "| {}[{}:0] | {} |", named(field), field.width.max(1) - 1, meaning(field));
    }
    text
}

fn named(field: &Field) -> String {
    field.known_as.as_ref().map_or_else(|| field.name.clone(), |known| format!("{known} ({})", field.name))
}

fn meaning(field: &Field) -> String {
    let mut text = phrase(&field.doc).to_owned();
    let mut say = |part: Option<String>| part.into_iter().for_each(|part| text += &format!("; {part}"));
    say(unsaid_unit(field).map(|unit| format!("in {unit}")));
    say(field.range.as_ref().map(|range| range.replace("..=", " to ")));
    say(field.live.then(|| "live".to_owned()));
    if let Some(rule) = &field.rule {
        let _ = write!(text, " ({rule})");
    }
    text
}

fn messages(interfaces: &Interfaces, messages: &[Message], is_numbered: bool) -> String {
    let mut text = (if is_numbered {
        "| `ev` | kind | keys | meaning |\n|---|---|---|---|\n"
    } else {
        "| `op` | keys | meaning |\n|---|---|---|\n"
    })
    .to_owned();
    for message in messages {
        let keys: Vec<String> = message.fields.iter().map(|field| key(interfaces, field)).collect();
        let kind = message.kind.map_or_else(String::new, |kind| kind.to_string());
        let kind = if is_numbered { format!(" {kind} |") } else { String::new() };
        let rule = message.rule.as_ref().map_or_else(String::new, |rule| format!(" ({rule})"));
        let (doc, keys) = (phrase(&message.doc), keys.join(", "));
        let _ = writeln!(text, "| `{}` |{kind} {keys} | {doc}{rule} |", message.name);
    }
    text.replace("|  |", "| |")
}

/// The events of the device by their numbers, with the values of a lane.
fn lanes(interfaces: &Interfaces) -> String {
    let mut text = "| `ev_kind` | event | `ev_a` … |\n|---|---|---|\n".to_owned();
    for event in interfaces.kinds() {
        let words: Vec<String> =
            event.fields.iter().map(|field| with_numbers(interfaces, field, "2^32 − 1: none")).collect();
        let kind = event.kind.unwrap_or_default();
        let _ = writeln!(text, "| {kind} | {} | {} |", event.name, words.join(", "));
    }
    text
}

/// A key and, where it is not a plain number, its values.
fn key(interfaces: &Interfaces, field: &Field) -> String {
    let name = &field.name;
    match &field.shape {
        FieldShape::Flag => format!("{name} (true, false)"),
        FieldShape::Optional => format!("{name} (-1: none)"),
        FieldShape::Names(_) => {
            let names: Vec<&str> = interfaces.values(field).iter().map(|value| value.name.as_str()).collect();
            format!("{name} ({})", names.join(", "))
        }
        FieldShape::Text { or: Some(or), .. } => format!("{name} or {or}"),
        FieldShape::List => format!("{name} (a list)"),
        FieldShape::Number(_) | FieldShape::Text { .. } => name.clone(),
    }
}
