//! The proposals of a shell while the user types a command: besides commands, options and files, the names of registers, fields,
//! policies, formats and codes.
//!
//! A shell runs this program with `COMPLETE` set and the words of the line (see [`answer`]); a name that cannot be found
//! out, because a map is not valid, is neither a proposal nor an error.

mod registers;
mod words;

pub(crate) use registers::{field_values, register_names};
pub(crate) use words::{codes, error_codes, faults, formats, policies};

use clap::CommandFactory;
use clap_complete::CompleteEnv;

use crate::args::Args;

/// The variable by which a shell asks.
pub(crate) const VARIABLE: &str = "COMPLETE";

/// Answers a shell and ends the program, if a shell asks.
pub(crate) fn answer() {
    CompleteEnv::with_factory(Args::command).var(VARIABLE).complete();
}
