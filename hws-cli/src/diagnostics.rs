//! Diagnostics for other programs.

pub(crate) mod codes;
mod json;
pub(crate) mod other_format;
mod sarif;

use std::io::{self, Write};

use clap::ValueEnum;
use hws_input::Diagnostic;
use hws_regmap::MapText;
use serde_json::Value;

/// The form in which diagnostics are printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum ErrorFormat {
    /// Text.
    #[default]
    Human,
    /// A JSON array with an object for each diagnostic.
    Json,
    /// SARIF 2.1.0, the format of code scanning services.
    Sarif,
}

impl ErrorFormat {
    /// The format that a command line asks for which cannot be read.
    pub(crate) fn asked_for() -> Self {
        let words: Vec<_> = std::env::args_os().map(|word| word.to_string_lossy().into_owned()).collect();
        let value = |at: usize, word: &str| match word.split_once('=') {
            Some(("--error-format", value)) => Some(value.to_owned()),
            None if word == "--error-format" => words.get(at + 1).cloned(),
            _ => None,
        };
        Self::of(words.iter().enumerate().find_map(|(at, word)| value(at, word)).as_deref())
    }

    /// The format of a word of `--format`.
    pub(crate) fn of(word: Option<&str>) -> Self {
        word.and_then(|word| Self::from_str(word, false).ok()).unwrap_or_default()
    }
}

/// A diagnostic, and the texts of its files as far as they are known.
pub(crate) type Located<'t> = (Diagnostic, &'t [MapText]);

/// The tool that checks register maps.
pub(crate) const CHECK_OF_MAPS: &str = "hws regs check";

/// Prints what a tool has found for programs: with `--format` it is a result, with `--error-format` an error. The exit status
/// reports errors, even if standard error is closed.
pub(crate) fn print(
    format: ErrorFormat,
    is_result: bool,
    tool: &str,
    found: &[Located<'_>],
) -> io::Result<()> {
    match for_programs(format, tool, found) {
        Some(value) if is_result => writeln!(io::stdout(), "{value:#}")?,
        Some(value) if !found.is_empty() => drop(writeln!(io::stderr(), "{value:#}")),
        _ => (),
    }
    Ok(())
}

/// What a tool has found, in a format for programs; nothing for [`ErrorFormat::Human`].
pub(crate) fn for_programs(format: ErrorFormat, tool: &str, found: &[Located<'_>]) -> Option<Value> {
    match format {
        ErrorFormat::Human => None,
        ErrorFormat::Json => {
            Some(found.iter().map(|(diagnostic, texts)| json::object(diagnostic, texts)).collect())
        }
        ErrorFormat::Sarif => Some(sarif::log(tool, found)),
    }
}
