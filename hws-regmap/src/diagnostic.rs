//! A fault of a map: its place, reason and remedy.
//!
//! It is data, so that tools can use it; [`crate::render`] formats it as text.

mod code;
mod explanation;
mod severity;

pub use code::Code;
pub use severity::MapSeverity;

use crate::model::Place;
use std::fmt;

/// One fault of a map, or a warning about it. `Display` is one line: `FILE:LINE:COLUMN: code: message (remedy)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The violated rule.
    pub code: Code,
    /// Whether the map cannot be used; [`Code::severity`] unless the caller decides otherwise.
    pub severity: MapSeverity,
    /// The file, as the caller named it or as a map that includes it does.
    pub file: String,
    /// The place of the offending value.
    pub place: Place,
    /// The fault, one sentence without a full stop.
    pub message: String,
    /// The text shown at the offending value; may be empty.
    pub label: String,
    /// Related places.
    pub notes: Vec<Note>,
    /// The remedy.
    pub remedy: String,
    /// The text to replace the offending value with, if one is likely to be meant.
    pub suggestion: Option<String>,
}

/// A place related to a diagnostic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The file, as the caller named it or as a map that includes it does.
    pub file: String,
    /// Where.
    pub place: Place,
    /// The text shown there.
    pub label: String,
}

impl fmt::Display for Diagnostic {
    /// One line, for logs and build scripts.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { file, place, code, message, remedy, .. } = self;
        write!(f, "{}: {code}: {message} ({remedy})", place.position.in_file(file))
    }
}

impl std::error::Error for Diagnostic {}

impl Diagnostic {
    /// Creates a diagnostic without a file.
    pub(crate) fn new(code: Code, place: Place, message: impl Into<String>) -> Self {
        Self {
            code,
            severity: code.severity(),
            file: String::new(),
            place,
            message: message.into(),
            label: String::new(),
            notes: Vec::new(),
            remedy: String::new(),
            suggestion: None,
        }
    }

    /// Sets the remedy.
    pub(crate) fn remedy(mut self, remedy: impl Into<String>) -> Self {
        self.remedy = remedy.into();
        self
    }

    /// Sets the text shown at the offending value.
    pub(crate) fn label(mut self, label: impl Into<String>) -> Self {
        self.label = label.into();
        self
    }

    /// Adds a related place; a place outside the file is ignored.
    pub(crate) fn note(mut self, place: Place, label: impl Into<String>) -> Self {
        if place != Place::default() {
            self.notes.push(Note { file: String::new(), place, label: label.into() });
        }
        self
    }

    /// Sets the text to replace the offending value with.
    pub(crate) fn suggest(mut self, replacement: Option<impl Into<String>>) -> Self {
        self.suggestion = replacement.map(Into::into);
        self
    }
}
