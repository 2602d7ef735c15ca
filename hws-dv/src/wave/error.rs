//! Why a dump cannot be read.

use std::io;

use hws_input::{Diagnostic, Place, Position};
use thiserror::Error;

use super::Cut;

/// A dump that cannot be read; the caller adds the name of the file.
#[derive(Debug, Error)]
pub enum WaveError {
    /// The operating system refused.
    #[error("cannot be read: {0}")]
    Io(#[from] io::Error),
    /// There is not a single byte.
    #[error("is empty: no simulator writes an empty dump; did the simulation start?")]
    Empty,
    /// A format that only its vendor can read.
    #[error(
        "is {format}, which only its vendor reads: convert it first, for example `{converter} | hws check -`"
    )]
    Vendor {
        /// The format.
        format: &'static str,
        /// The command that converts it to VCD on standard output.
        converter: &'static str,
    },
    /// None of the known formats.
    #[error("is not a waveform dump: VCD, FST and GHW are read, also as .gz{hint}")]
    UnknownFormat {
        /// What it is instead, if known; begins with "; ".
        hint: String,
    },
    /// The text of a VCD is wrong.
    #[error("line {line}: {reason}")]
    Malformed {
        /// The line, from 1.
        line: u64,
        /// What is wrong, and what is expected.
        reason: String,
    },
    /// A place in a table or a memory image is wrong.
    #[error("{}{reason}", place(position))]
    At {
        /// The place.
        position: Position,
        /// What is wrong, and what is expected.
        reason: String,
    },
    /// The file ends before there is anything to compare.
    #[error("ends inside {inside} at byte {byte}: the file is cut; nothing can be compared")]
    CutHeader {
        /// What the file ends in.
        inside: &'static str,
        /// The offset of the end.
        byte: u64,
    },
    /// An FST that is cut, or was not closed, and for which no file has the names of the signals.
    #[error(
        "{cut}; the names of its signals are missing: {reason}; give a finished FST of the same design with --hierarchy"
    )]
    NoNames {
        /// The end of the file.
        cut: Cut,
        /// Which file should have them, and what is wrong with it.
        reason: String,
    },
    /// A binary format is damaged.
    #[error("is a damaged {format} file: {reason}")]
    Damaged {
        /// The format.
        format: &'static str,
        /// The reason that the reader gives.
        reason: String,
    },
    /// A file that must be held in memory is too large.
    #[error("{what} is larger than {limit} MiB, the limit for {why}; {remedy}")]
    TooLarge {
        /// What is too large.
        what: &'static str,
        /// The limit in MiB.
        limit: u64,
        /// Why there is a limit.
        why: &'static str,
        /// What to do.
        remedy: &'static str,
    },
}

impl WaveError {
    /// Scopes or signals of a binary format that are refused, whose place in the file means nothing to a user.
    pub(crate) fn of_names(reason: String) -> Self {
        Self::At { position: Position::UNKNOWN, reason }
    }

    /// Returns the code: the system refuses the file, or its content is refused.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::Io(_) => "cannot-read",
            _ => UNREADABLE,
        }
    }

    /// Returns the error as the fault of a file, with the place in it.
    #[must_use]
    pub fn in_file(&self, file: &str) -> Diagnostic {
        let found = |message: &str| Diagnostic::new(self.code(), Place::UNKNOWN, message).in_file(file);
        match self {
            Self::At { position, reason } => found(reason).at(*position),
            _ => found(&self.to_string()),
        }
    }
}

/// The code of a dump that is not one, or is damaged or cut.
pub(crate) const UNREADABLE: &str = "unreadable-dump";

/// "line 3, column 4: ".
fn place(position: &Position) -> String {
    match (position.line, position.column) {
        (0, _) => String::new(),
        (line, 0) => format!("line {line}: "),
        (line, column) => format!("line {line}, column {column}: "),
    }
}
