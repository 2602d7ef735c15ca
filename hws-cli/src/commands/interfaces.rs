//! `hws interfaces`: faults of a file of interfaces, and changes between two.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use hws_host::files;
use hws_input::{Diagnostic, counted};
use hws_interfaces::{InterfaceChange, Interfaces, check, compare};
use serde_json::{Value, json};

use crate::args::interfaces::Action;
use crate::diagnostics::other_format::{self, INTERFACES};
use crate::diagnostics::{self, ErrorFormat, Located};
use crate::failure::Failure;

pub(crate) fn execute(action: &Action, asked: ErrorFormat) -> Result<ExitCode, Failure> {
    match action {
        Action::Check { files, json, format } => {
            let word = if *json { Some("json") } else { format.as_deref() };
            check_all(files, word, asked)
        }
        Action::Diff { old, new, json } => diff(old, new, *json),
    }
}

/// `--format` asks for a result, `--error-format` for errors.
fn check_all(paths: &[PathBuf], word: Option<&str>, asked: ErrorFormat) -> Result<ExitCode, Failure> {
    files::only_one_standard_input(paths)?;
    let format = word.map_or(asked, |word| ErrorFormat::of(Some(word)));
    let mut faults: Vec<Diagnostic> = Vec::new();
    let mut is_other = false;
    for path in paths {
        let (name, text) = files::text(path)?;
        let checked = check(&text);
        if format == ErrorFormat::Human && checked.faults.is_empty() {
            writeln!(io::stdout(), "{name}: no faults, {}", contents(&checked.interfaces))?;
        }
        let others =
            (!checked.faults.is_empty()).then(|| other_format::of_bytes(&name, text.as_bytes(), INTERFACES));
        if let Some(other) = others.flatten() {
            is_other = true;
            faults.push(other);
        } else {
            faults.extend(checked.faults.into_iter().map(|fault| fault.in_file(&name)));
        }
    }
    let is_right = faults.is_empty();
    let located: Vec<Located<'_>> = faults.into_iter().map(|fault| (fault, &[][..])).collect();
    if format == ErrorFormat::Human {
        // The exit status reports the faults, even if standard error is closed.
        located.iter().for_each(|(fault, _)| drop(writeln!(io::stderr(), "{}", fault.coded())));
    }
    diagnostics::print(format, word.is_some(), "hws interfaces check", &located)?;
    Ok(if is_other { ExitCode::from(2) } else { status(is_right) })
}

fn status(is_right: bool) -> ExitCode {
    if is_right { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn contents(interfaces: &Interfaces) -> String {
    let Interfaces { records, ports, operations, events, rules, .. } = interfaces;
    [
        counted(records.len() as u64, "record"),
        counted(ports.len() as u64, "port"),
        counted(operations.len() as u64, "operation"),
        counted(events.len() as u64, "event"),
        counted(rules.len() as u64, "rule"),
    ]
    .join(", ")
}

fn diff(old: &Path, new: &Path, json: bool) -> Result<ExitCode, Failure> {
    let [old, new] = [read(old)?, read(new)?];
    let changes = compare(&old, &new);
    if json {
        let changes: Vec<Value> = changes.iter().map(change).collect();
        writeln!(io::stdout(), "{:#}", Value::Array(changes))?;
    } else {
        changes.iter().try_for_each(|change| writeln!(io::stdout(), "{change}"))?;
    }
    Ok(status(!changes.iter().any(|change| change.breaks)))
}

fn change(change: &InterfaceChange) -> Value {
    json!({ "path": change.path, "before": change.before, "after": change.after, "breaks": change.breaks })
}

/// A file without faults.
fn read(path: &Path) -> Result<Interfaces, Failure> {
    let (name, text) = files::text(path)?;
    let checked = check(&text);
    match checked.faults.first() {
        None => Ok(checked.interfaces),
        Some(fault) => Err(Box::new(fault.clone().in_file(name)).into()),
    }
}
