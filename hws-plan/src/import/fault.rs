//! Faults of texts in a language: TIR programs and Task IR.

use hws_input::{Position, did_you_mean, nearest};

use super::error::{FilePlace, ImportError, ImportReason};

/// A fault of a text in a language, a TIR program or a Task IR; `Display` gives the remedy in brackets.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LanguageFault {
    /// A token that the grammar does not have here.
    #[error("{found} where {wanted} is expected (write {wanted})")]
    Unexpected {
        /// The token, shortened.
        found: String,
        /// What is expected.
        wanted: &'static str,
    },
    /// A name that is not known.
    #[error("unknown {what} `{name}` ({}{remedy})", did_you_mean(closest.as_deref()))]
    Unknown {
        /// The kind of thing, such as `instruction`.
        what: &'static str,
        /// The name, shortened.
        name: String,
        /// The nearest known name, if one is near.
        closest: Option<String>,
        /// What to do.
        remedy: String,
    },
    /// A construct of the language that is not supported.
    #[error("{what} is not supported ({remedy})")]
    Unsupported {
        /// The construct.
        what: String,
        /// What to write instead.
        remedy: &'static str,
    },
    /// A rule that is broken.
    #[error("{what} ({remedy})")]
    Rule {
        /// What breaks it.
        what: String,
        /// What to do.
        remedy: &'static str,
    },
}

/// Characters of a word that an error shows.
const SHOWN: usize = 40;

/// Returns the start of a word.
pub(crate) fn shown(word: &str) -> String {
    word.chars().take(SHOWN).collect()
}

impl LanguageFault {
    /// Returns the error at a position.
    pub(crate) fn at(self, position: Position) -> ImportError {
        ImportError::new(FilePlace::At(position), ImportReason::Language(Box::new(self)))
    }

    /// Returns the error for the file as a whole.
    pub(crate) fn of_file(self) -> ImportError {
        ImportError::new(FilePlace::File, ImportReason::Language(Box::new(self)))
    }

    pub(crate) fn unsupported(what: impl Into<String>, remedy: &'static str) -> Self {
        Self::Unsupported { what: what.into(), remedy }
    }

    pub(crate) fn rule(what: impl Into<String>, remedy: &'static str) -> Self {
        Self::Rule { what: what.into(), remedy }
    }

    /// A word that is not in a short list, which the error gives.
    pub(crate) fn none_of(what: &'static str, name: &str, known: &[&str]) -> Self {
        let remedy = format!("the known ones are {}", known.join(", "));
        Self::unknown(what, name, known.iter().copied(), remedy)
    }

    pub(crate) fn unknown<'k>(
        what: &'static str,
        name: &str,
        known: impl IntoIterator<Item = &'k str>,
        remedy: impl Into<String>,
    ) -> Self {
        let closest = nearest(name, known).map(str::to_owned);
        Self::Unknown { what, name: shown(name), closest, remedy: remedy.into() }
    }
}
