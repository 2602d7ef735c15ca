//! A fault of a file: where, what, and what helps.

use std::fmt;

use crate::{Place, did_you_mean};

/// One fault of an input. `Display` is one line without the file: `LINE:COLUMN: message; remedy [code]`.
///
/// ```
/// use hws_input::{FileFault, Place};
///
/// let fault = FileFault::new("unknown-key", Place::UNKNOWN, "unknown key `colour`").with_remedy("its keys are name, doc");
/// assert_eq!(fault.in_file("a.yaml"), "a.yaml: unknown key `colour`; its keys are name, doc [unknown-key]");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileFault {
    /// The place.
    pub place: Place,
    /// What kind of fault it is: a word that stays, for filters and suppressions.
    pub code: &'static str,
    /// The fault, one sentence without a full stop.
    pub message: String,
    /// What helps.
    pub remedy: String,
    /// The word that may be meant.
    pub candidate: Option<String>,
}

impl FileFault {
    /// Creates a fault without a remedy.
    #[must_use]
    pub fn new(code: &'static str, place: Place, message: impl Into<String>) -> Self {
        Self { place, code, message: message.into(), remedy: String::new(), candidate: None }
    }

    /// Sets what helps.
    #[must_use]
    pub fn with_remedy(mut self, remedy: impl Into<String>) -> Self {
        self.remedy = remedy.into();
        self
    }

    /// Sets the word that may be meant.
    #[must_use]
    pub fn with_candidate(mut self, candidate: Option<String>) -> Self {
        self.candidate = candidate;
        self
    }

    /// One line with the file.
    #[must_use]
    pub fn in_file(&self, file: &str) -> String {
        format!("{}: {}", self.place.position.in_file(file), self.text())
    }

    fn text(&self) -> String {
        let meant = did_you_mean(self.candidate.as_deref());
        let separator = if meant.is_empty() && self.remedy.is_empty() { "" } else { "; " };
        format!("{}{separator}{meant}{} [{}]", self.message, self.remedy, self.code)
    }
}

impl fmt::Display for FileFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.text())
    }
}

impl std::error::Error for FileFault {}
