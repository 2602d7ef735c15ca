//! Diagnostics in SARIF 2.1.0, the format of code scanning services.

use std::collections::BTreeSet;
use std::fmt::Write;

use hws_input::{Diagnostic, DiagnosticSeverity, Place};
use hws_regmap::MapText;
use serde_json::{Value, json};

use super::Located;
use super::codes::{self, KnownCode};
use super::json::end;

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// Returns the log of one run of a tool; its rules are the codes that occur, with all of register maps for their check.
pub(super) fn log(tool: &str, found: &[Located<'_>]) -> Value {
    let occurring: BTreeSet<&str> = found.iter().map(|(diagnostic, _)| diagnostic.code).collect();
    let (all, of_maps) = (codes::all(), tool == super::CHECK_OF_MAPS);
    let rules: Vec<&KnownCode> =
        all.iter().filter(|known| occurring.contains(known.code) || of_maps && known.is_of_maps()).collect();
    json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": tool,
                "version": env!("CARGO_PKG_VERSION"),
                "rules": rules.iter().map(|known| rule(known)).collect::<Value>(),
            } },
            "columnKind": "unicodeCodePoints",
            "results": found.iter().map(|(diagnostic, texts)| result(diagnostic, texts, &rules)).collect::<Value>(),
        }],
    })
}

fn rule(known: &KnownCode) -> Value {
    let text = known.explanation();
    json!({
        "id": known.code,
        "shortDescription": { "text": known.summary() },
        "help": { "text": text, "markdown": text },
        "defaultConfiguration": { "level": level(known.severity) },
    })
}

fn level(severity: DiagnosticSeverity) -> &'static str {
    match severity {
        DiagnosticSeverity::Error => "error",
        DiagnosticSeverity::Warning => "warning",
    }
}

fn result(diagnostic: &Diagnostic, texts: &[MapText], rules: &[&KnownCode]) -> Value {
    let Diagnostic { code, file, place, message, remedy, .. } = diagnostic;
    let related = diagnostic.notes.iter().enumerate().map(|(number, note)| {
        let mut location = location(&note.file, note.place, texts);
        location["id"] = json!(number);
        location["message"] = json!({ "text": note.label });
        location
    });
    let text = if remedy.is_empty() { message.clone() } else { format!("{message}; {remedy}") };
    let mut result = json!({
        "ruleId": code,
        "level": level(diagnostic.severity),
        "message": { "text": text },
        "relatedLocations": related.collect::<Value>(),
    });
    if let Some(index) = rules.iter().position(|known| known.code == *code) {
        result["ruleIndex"] = json!(index);
    }
    if !file.is_empty() {
        result["locations"] = json!([location(file, *place, texts)]);
    }
    if let Some(replacement) = diagnostic.candidates.first().filter(|_| !place.span.range().is_empty()) {
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

/// A file, and the region in it unless it is the file as a whole.
fn location(file: &str, place: Place, texts: &[MapText]) -> Value {
    let mut physical = json!({ "artifactLocation": { "uri": uri(file) } });
    if place.line() > 0 {
        physical["region"] = region(file, place, texts);
    }
    json!({ "physicalLocation": physical })
}

fn region(file: &str, place: Place, texts: &[MapText]) -> Value {
    if place.column() == 0 {
        return json!({ "startLine": place.line() });
    }
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
