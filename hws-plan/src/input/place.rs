//! Places in files.

use std::fmt;

use hws_input::{Diagnostic, Position};

/// The place of an error in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FilePlace {
    /// The file as a whole.
    File,
    /// A line and, if known, a column.
    At(Position),
    /// A place by structure, such as `core 0 wl 4 ifmap 1`.
    Path(String),
}

impl fmt::Display for FilePlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File => Ok(()),
            Self::At(position) => write!(f, "{position}: "),
            Self::Path(path) => write!(f, "{path}: "),
        }
    }
}

impl FilePlace {
    /// Puts a diagnostic at this place.
    pub(crate) fn of(&self, found: Diagnostic) -> Diagnostic {
        match self {
            Self::File => found,
            Self::At(position) => found.at(*position),
            Self::Path(path) => found.at_key(path),
        }
    }

    /// Returns the separator between a file's name and this place.
    pub(crate) fn separator(&self) -> &'static str {
        if matches!(self, Self::At(_)) { ":" } else { ": " }
    }
}
