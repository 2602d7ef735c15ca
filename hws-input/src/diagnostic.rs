//! A diagnostic: where an input is wrong, what is wrong, and what helps.

mod code;
mod severity;

pub use code::DiagnosticCode;
pub use severity::DiagnosticSeverity;

use std::fmt;

use crate::{Place, Position, did_you_mean};

/// One fault of an input, or a warning about it; `C` is the type of its codes. `Display` is one line,
/// `FILE:LINE:COLUMN: KEY: message; remedy`, without what is unknown.
///
/// ```
/// use hws_input::{Diagnostic, Place};
///
/// let fault = Diagnostic::new("unknown-key", Place::UNKNOWN, "unknown key `colour`")
///     .in_file("a.yaml").suggest(Some("color")).remedy("the keys are color, doc");
/// assert_eq!(fault.to_string(), "a.yaml: unknown key `colour`; did you mean `color`? the keys are color, doc");
/// assert_eq!(fault.coded(), format!("{fault} [unknown-key]"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic<C = &'static str> {
    /// What kind of fault it is; it stays, for filters and suppressions.
    pub code: C,
    /// Whether the input cannot be used; that of the code unless the caller decides otherwise.
    pub severity: DiagnosticSeverity,
    /// The file as the caller named it, or what is in place of a file, such as `command line`; may be empty.
    pub file: String,
    /// The place of the offending value.
    pub place: Place,
    /// The path to it in JSON, such as `tasks[3].cost`; may be empty.
    pub key: String,
    /// The fault, one sentence without a full stop.
    pub message: String,
    /// The text shown at the offending value; may be empty.
    pub label: String,
    /// Related places.
    pub notes: Vec<DiagnosticNote>,
    /// What helps; may be empty.
    pub remedy: String,
    /// The words that may be meant in place of the offending one, the likeliest first.
    pub candidates: Vec<String>,
}

/// A place related to a diagnostic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiagnosticNote {
    /// The file, as the caller named it or as a file that includes it does.
    pub file: String,
    /// Where.
    pub place: Place,
    /// The text shown there.
    pub label: String,
}

impl<C: DiagnosticCode> Diagnostic<C> {
    /// Creates a diagnostic without a file and a remedy.
    #[must_use]
    pub fn new(code: C, place: Place, message: impl Into<String>) -> Self {
        Self {
            severity: code.severity(),
            code,
            file: String::new(),
            place,
            key: String::new(),
            message: message.into(),
            label: String::new(),
            notes: Vec::new(),
            remedy: String::new(),
            candidates: Vec::new(),
        }
    }

    /// Returns the diagnostic with its code as a text.
    #[must_use]
    pub fn with_text_code(self) -> Diagnostic {
        let Self { code, severity, file, place, key, message, label, notes, remedy, candidates } = self;
        Diagnostic {
            code: code.as_str(),
            severity,
            file,
            place,
            key,
            message,
            label,
            notes,
            remedy,
            candidates,
        }
    }

    /// Returns the line with the code behind it, as a command prints it.
    #[must_use]
    pub fn coded(&self) -> String {
        format!("{self} [{}]", self.code.as_str())
    }
}

impl<C> Diagnostic<C> {
    /// Sets the file.
    #[must_use]
    pub fn in_file(mut self, file: impl Into<String>) -> Self {
        self.file = file.into();
        self
    }

    /// Sets the path in JSON.
    #[must_use]
    pub fn at_key(mut self, key: impl Into<String>) -> Self {
        self.key = key.into();
        self
    }

    /// Sets line and column, without the bytes there.
    #[must_use]
    pub fn at(mut self, position: Position) -> Self {
        self.place = Place { position, ..Place::UNKNOWN };
        self
    }

    /// Sets what helps.
    #[must_use]
    pub fn remedy(mut self, remedy: impl Into<String>) -> Self {
        self.remedy = remedy.into();
        self
    }

    /// Sets the text shown at the offending value.
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = label.into();
        self
    }

    /// Adds a related place; a place outside the file is ignored.
    #[must_use]
    pub fn note(mut self, place: Place, label: impl Into<String>) -> Self {
        if place != Place::default() {
            self.notes.push(DiagnosticNote { file: String::new(), place, label: label.into() });
        }
        self
    }

    /// Returns the fault with its place, without the remedy.
    #[must_use]
    pub fn sentence(&self) -> String {
        let Self { file, place, key, message, .. } = self;
        let place =
            if file.is_empty() { place.to_string() } else { place.position.in_file(file).to_string() };
        let parts = [&place, key, message].into_iter().filter(|part| !part.is_empty());
        parts.map(String::as_str).collect::<Vec<_>>().join(": ")
    }

    /// Sets the word that may be meant.
    #[must_use]
    pub fn suggest(mut self, word: Option<impl Into<String>>) -> Self {
        self.candidates = word.map(Into::into).into_iter().collect();
        self
    }
}

/// A message with what helps behind it, after the word that may be meant; each part may be missing.
pub(crate) fn with_remedy(message: &str, candidate: Option<&str>, remedy: &str) -> String {
    let text = format!("{}{remedy}", did_you_mean(candidate));
    match text.trim_end() {
        "" => message.to_owned(),
        // A message from elsewhere may ask already whether another word is meant.
        text if message.ends_with('?') => format!("{message} {text}"),
        text => format!("{message}; {text}"),
    }
}

impl<C> fmt::Display for Diagnostic<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let candidates = (!self.candidates.is_empty()).then(|| self.candidates.join("` or `"));
        f.write_str(&with_remedy(&self.sentence(), candidates.as_deref(), &self.remedy))
    }
}

impl<C: fmt::Debug> std::error::Error for Diagnostic<C> {}
