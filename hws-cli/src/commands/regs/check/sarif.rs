//! Diagnostics in SARIF 2.1.0, the format of code scanning services.

use std::fmt::Write;

use hws_regmap::{CheckedMap, Code, Diagnostic, MapSeverity, MapText, Place};
use serde_json::{Value, json};

use super::json::end;

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// Returns the log of one run over all maps.
pub(super) fn log(checked: &[CheckedMap]) -> Value {
    let results = checked
        .iter()
        .flat_map(|one| one.diagnostics.iter().map(|diagnostic| result(diagnostic, &one.texts)));
    json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "hws regs check",
                "version": env!("CARGO_PKG_VERSION"),
                "rules": Code::ALL.iter().copied().map(rule).collect::<Value>(),
            } },
            "columnKind": "unicodeCodePoints",
            "results": results.collect::<Value>(),
        }],
    })
}

fn rule(code: Code) -> Value {
    json!({
        "id": code.as_str(),
        "shortDescription": { "text": code.summary() },
        "help": { "text": code.explanation(), "markdown": code.explanation() },
        "defaultConfiguration": { "level": level(code.severity()) },
    })
}

fn level(severity: MapSeverity) -> &'static str {
    match severity {
        MapSeverity::Error => "error",
        MapSeverity::Warning => "warning",
    }
}

fn result(diagnostic: &Diagnostic, texts: &[MapText]) -> Value {
    let Diagnostic { code, file, place, message, remedy, .. } = diagnostic;
    let related = diagnostic.notes.iter().enumerate().map(|(number, note)| {
        let mut location = location(&note.file, note.place, texts);
        location["id"] = json!(number);
        location["message"] = json!({ "text": note.label });
        location
    });
    let mut result = json!({
        "ruleId": code.as_str(),
        "ruleIndex": Code::ALL.iter().position(|known| known == code),
        "level": level(diagnostic.severity),
        "message": { "text": format!("{message}: {remedy}") },
        "locations": [location(file, *place, texts)],
        "relatedLocations": related.collect::<Value>(),
    });
    if let Some(replacement) = &diagnostic.suggestion {
        result["fixes"] = json!([fix(diagnostic, replacement, texts)]);
    }
    result
}

fn fix(diagnostic: &Diagnostic, replacement: &str, texts: &[MapText]) -> Value {
    let Diagnostic { file, place, .. } = diagnostic;
    json!({
        "description": { "text": format!("write `{replacement}`") },
        "artifactChanges": [{
            "artifactLocation": { "uri": uri(file) },
            "replacements": [{
                "deletedRegion": region(file, *place, texts),
                "insertedContent": { "text": replacement },
            }],
        }],
    })
}

fn location(file: &str, place: Place, texts: &[MapText]) -> Value {
    json!({ "physicalLocation": {
        "artifactLocation": { "uri": uri(file) },
        "region": region(file, place, texts),
    } })
}

fn region(file: &str, place: Place, texts: &[MapText]) -> Value {
    let (line, column) = end(file, place, texts);
    json!({
        "startLine": place.line(),
        "startColumn": place.column(),
        "endLine": line,
        "endColumn": column,
    })
}

/// Returns a path as a URI reference.
fn uri(file: &str) -> String {
    let mut uri = String::new();
    for byte in file.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                uri.push(byte.into())
            }
            // Writing to a string cannot fail.
            _ => write!(uri, "%{byte:02X}").unwrap_or_default(),
        }
    }
    uri
}
