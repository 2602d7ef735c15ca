//! Names that do not depend on the line.

use std::ffi::OsStr;

use clap_complete::CompletionCandidate;
use hws_regmap::{Code, emit};
use hws_run::policy;
use hws_sim::fault::FaultKind;

use crate::diagnostics::codes::all;

/// The formats of `hws regs export`.
pub(crate) fn formats(typed: &OsStr) -> Vec<CompletionCandidate> {
    let formats = emit::FORMATS.iter().map(|format| (format.name.to_owned(), format.description));
    starting(typed, formats)
}

/// The codes of errors and warnings in register maps.
pub(crate) fn codes(typed: &OsStr) -> Vec<CompletionCandidate> {
    starting(typed, Code::ALL.iter().map(|code| (code.as_str().to_owned(), code.summary())))
}

/// The codes of all diagnostics.
pub(crate) fn error_codes(typed: &OsStr) -> Vec<CompletionCandidate> {
    starting(typed, all().iter().map(|known| (known.code.to_owned(), known.summary())))
}

/// The policies, up to the value, and the word that lists them.
pub(crate) fn policies(typed: &OsStr) -> Vec<CompletionCandidate> {
    let keys = policy::KEYS.iter().map(|key| (format!("{}=", key.name), &*key.doc));
    starting(typed, keys.chain([("list".to_owned(), "list the policies")]))
}

/// The kinds of faults, up to the rate, and the word that lists them.
pub(crate) fn faults(typed: &OsStr) -> Vec<CompletionCandidate> {
    let kinds = FaultKind::ALL.into_iter().map(|kind| (format!("{kind}="), kind.meaning()));
    starting(typed, kinds.chain([("list".to_owned(), "list the kinds of faults")]))
}

/// Returns what begins with the typed text, each with its meaning.
fn starting<'a>(typed: &OsStr, all: impl Iterator<Item = (String, &'a str)>) -> Vec<CompletionCandidate> {
    let typed = typed.to_string_lossy();
    let fitting = all.filter(|(word, _)| word.starts_with(&*typed));
    fitting.map(|(word, help)| CompletionCandidate::new(word).help(Some(help.to_owned().into()))).collect()
}
