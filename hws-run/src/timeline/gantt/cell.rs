//! One column of one line.

use std::fmt::{Display, Formatter, Result, Write};

/// The main use of a column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Cell {
    Idle,
    Reserved,
    Owned,
    /// A graph ran; whether mostly on SIPs reserved for another kernel.
    Ran {
        dag: u32,
        backfilled: bool,
    },
}

impl Cell {
    pub(super) const fn dag(self) -> Option<u32> {
        match self {
            Self::Ran { dag, .. } => Some(dag),
            _ => None,
        }
    }
}

impl Display for Cell {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_char(match *self {
            Self::Idle => '.',
            Self::Reserved => '-',
            Self::Owned => '=',
            Self::Ran { dag, backfilled: true } => letter(dag).to_ascii_lowercase(),
            Self::Ran { dag, backfilled: false } => letter(dag),
        })
    }
}

/// A to Z, and again.
pub(super) const fn letter(dag: u32) -> char {
    (b'A' + (dag % 26) as u8) as char
}
