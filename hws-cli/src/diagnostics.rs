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

/// The words of `--format`: a text, since some commands have a `--format` of their own, with other words.
pub(crate) const WORDS: [&str; 3] = ["human", "json", "sarif"];

impl ErrorFormat {
    /// The format of a word of `--format`.
    pub(crate) fn of(word: Option<&str>) -> Self {
        match word {
            Some("json") => Self::Json,
            Some("sarif") => Self::Sarif,
            _ => Self::Human,
        }
    }
}

/// A diagnostic, and the texts of its files as far as they are known.
pub(crate) type Located<'t> = (Diagnostic, &'t [MapText]);

/// The diagnostics as a JSON array.
pub(crate) fn json(found: &[Located<'_>]) -> Value {
    found.iter().map(|(diagnostic, texts)| json::object(diagnostic, texts)).collect()
}

/// The tool that checks register maps.
pub(crate) const CHECK_OF_MAPS: &str = "hws regs check";

/// The diagnostics as a SARIF log of a tool.
pub(crate) fn sarif(tool: &str, found: &[Located<'_>]) -> Value {
    sarif::log(tool, found)
}

/// Prints diagnostics on standard error in a format for programs; nothing for [`ErrorFormat::Human`].
pub(crate) fn print(format: ErrorFormat, found: &[Located<'_>]) {
    let value = match format {
        ErrorFormat::Human => return,
        ErrorFormat::Json => json(found),
        ErrorFormat::Sarif => sarif("hws", found),
    };
    // The exit status reports the error, even if standard error is closed.
    let _ = writeln!(io::stderr(), "{value:#}");
}
