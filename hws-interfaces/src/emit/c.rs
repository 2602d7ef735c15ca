//! The events for C.

use std::fmt::Write;

use super::GENERATED;
use super::names::{phrase, with_numbers};
use crate::model::Interfaces;

/// Returns the kinds of events as an enum that cbindgen writes into a header: Rust with the names of C.
#[must_use]
pub fn c(interfaces: &Interfaces) -> String {
    let mut text = format!("// {GENERATED}\n\n");
    text += "/// The kinds of events. Behind each, its words: the values in the order of the keys of the trace.\n";
    text += "#[repr(C)]\n#[derive(Clone, Copy, PartialEq, Eq, Debug)]\npub enum hws_event_kind {\n";
    for event in interfaces.kinds() {
        let words: Vec<String> = event
            .fields
            .iter()
            .map(|field| with_numbers(interfaces, field, "UINT32_MAX without one"))
            .collect();
        let (doc, words) = (first_sentence(&event.doc), words.join(", "));
        let (name, kind) = (event.name.to_uppercase(), event.kind.unwrap_or_default());
        let _ = writeln!(text, "    /// {doc}: {words}.\n    HWS_EVENT_{name} = {kind},");
    }
    text + "}\n"
}

/// Without what follows it.
fn first_sentence(text: &str) -> &str {
    phrase(text.split_once(". ").map_or(text, |(first, _)| first))
}
