//! Diagnostics as JSON, one object each.

use hws_input::{Diagnostic, Place};
use hws_regmap::MapText;
use serde_json::{Value, json};

pub(super) fn object(diagnostic: &Diagnostic, texts: &[MapText]) -> Value {
    let Diagnostic { file, place, notes, .. } = diagnostic;
    let notes = notes.iter().map(|note| {
        let mut object = region(&note.file, note.place, texts);
        object["label"] = json!(note.label);
        object
    });
    let suggestion = diagnostic.candidates.first().map(|replacement| {
        let mut object = region(file, *place, texts);
        object["replacement"] = json!(replacement);
        object
    });
    let mut object = region(file, *place, texts);
    object["key"] = json!(diagnostic.key);
    object["code"] = json!(diagnostic.code);
    object["severity"] = json!(diagnostic.severity.as_str());
    object["message"] = json!(diagnostic.message);
    object["label"] = json!(diagnostic.label);
    object["remedy"] = json!(diagnostic.remedy);
    object["notes"] = notes.collect();
    object["candidates"] = json!(diagnostic.candidates);
    object["suggestion"] = json!(suggestion);
    object
}

fn region(file: &str, place: Place, texts: &[MapText]) -> Value {
    let end = end(file, place, texts);
    // A number that is not known is not 0.
    let known = |number: u32| (number > 0).then_some(number);
    json!({
        "file": file,
        "line": known(place.line()),
        "column": known(place.column()),
        "end": { "line": known(end.0), "column": known(end.1) },
    })
}

/// Returns line and column after the last character of a place; those of its first one if the text is not known.
pub(super) fn end(file: &str, place: Place, texts: &[MapText]) -> (u32, u32) {
    let text = texts.iter().find(|text| text.name == file).map_or("", |text| text.text.as_str());
    let span = text.get(place.span.range()).unwrap_or_default();
    let breaks = span.matches('\n').count();
    let last = span.rsplit('\n').next().unwrap_or_default().chars().count();
    let (breaks, last) = (u32::try_from(breaks).unwrap_or(u32::MAX), u32::try_from(last).unwrap_or(u32::MAX));
    match breaks {
        0 => (place.line(), place.column().saturating_add(last)),
        _ => (place.line().saturating_add(breaks), last.saturating_add(1)),
    }
}
