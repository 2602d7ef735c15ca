//! What is wrong with a map: where, why, and what would be right.
//!
//! A struct and not a text: [`crate::render`] makes the text, in colour or not.

mod code;
mod explanation;

pub use code::Code;

use crate::model::Place;
use std::fmt;

/// One thing that is wrong with a map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Which fact is broken.
    pub code: Code,
    /// The file as the caller named it.
    pub file: String,
    /// Where the offending value stands.
    pub place: Place,
    /// What is wrong, one sentence without a full stop.
    pub message: String,
    /// What to say at the offending value; may be empty.
    pub label: String,
    /// Other places that have to do with it.
    pub notes: Vec<Note>,
    /// What would be right.
    pub remedy: String,
    /// What to write in the place of the offending value, where that is certain enough to be offered.
    pub suggestion: Option<String>,
}

/// Another place that has to do with a diagnostic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// Where.
    pub place: Place,
    /// What to say there.
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
    /// A diagnostic whose file is not known yet.
    pub(crate) fn new(code: Code, place: Place, message: impl Into<String>) -> Self {
        Self {
            code,
            file: String::new(),
            place,
            message: message.into(),
            label: String::new(),
            notes: Vec::new(),
            remedy: String::new(),
            suggestion: None,
        }
    }

    /// Says what would be right.
    pub(crate) fn remedy(mut self, remedy: impl Into<String>) -> Self {
        self.remedy = remedy.into();
        self
    }

    /// Says something at the offending value.
    pub(crate) fn label(mut self, label: impl Into<String>) -> Self {
        self.label = label.into();
        self
    }

    /// Points at another place; one that is not in the file is left out.
    pub(crate) fn note(mut self, place: Place, label: impl Into<String>) -> Self {
        if place != Place::default() {
            self.notes.push(Note { place, label: label.into() });
        }
        self
    }

    /// Offers a text for the place of the offending value.
    pub(crate) fn suggest(mut self, replacement: Option<impl Into<String>>) -> Self {
        self.suggestion = replacement.map(Into::into);
        self
    }

    /// The same in the named file; without a place, at its beginning.
    pub(crate) fn in_file(mut self, file: &str) -> Self {
        self.file = file.to_owned();
        let position = &mut self.place.position;
        (position.line, position.column) = (position.line.max(1), position.column.max(1));
        self
    }
}
