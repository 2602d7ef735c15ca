//! Faults of texts in a language: TIR programs and Task IR.

use hws_input::{Position, nearest};

use super::error::{FilePlace, ImportError, ImportReason};

hws_input::faults! {
    /// A fault of a text in a language, a TIR program or a Task IR.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum LanguageFault {
        /// A token that the grammar does not have here.
        Unexpected {
            /// The token, shortened.
            found: String,
            /// What is expected.
            wanted: &'static str,
        } = "syntax", ("{found} where {wanted} is expected"), ("write {wanted}");
        /// A name that is not known.
        Unknown {
            /// The kind of thing, such as `instruction`.
            what: &'static str,
            /// The name, shortened.
            name: String,
            /// The nearest known name, if one is near.
            closest: Option<String>,
            /// What to do.
            remedy: String,
        } = "unknown-name", ("unknown {what} `{name}`"), ("{remedy}"), near closest.as_deref();
        /// A construct of the language that is not supported.
        Unsupported {
            /// The construct.
            what: String,
            /// What to write instead.
            remedy: &'static str,
        } = "unsupported", ("{what} is not supported"), ("{remedy}");
        /// A rule that is broken.
        Rule {
            /// What breaks it.
            what: String,
            /// What to do.
            remedy: &'static str,
        } = "language-rule", ("{what}"), ("{remedy}");
    }
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
