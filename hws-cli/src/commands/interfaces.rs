//! `hws interfaces`: faults of a file of interfaces, and changes between two.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use hws_host::files;
use hws_input::{FileFault, counted};
use hws_interfaces::{InterfaceChange, Interfaces, check, compare};
use serde_json::{Value, json};

use crate::args::interfaces::Action;
use crate::failure::Failure;

pub(crate) fn execute(action: &Action) -> Result<ExitCode, Failure> {
    match action {
        Action::Check { files, json } => check_all(files, *json),
        Action::Diff { old, new, json } => diff(old, new, *json),
    }
}

fn check_all(paths: &[PathBuf], json: bool) -> Result<ExitCode, Failure> {
    files::only_one_standard_input(paths)?;
    let mut faults = Vec::new();
    for path in paths {
        let (name, text) = files::text(path)?;
        let checked = check(&text);
        if !json && checked.faults.is_empty() {
            writeln!(io::stdout(), "{name}: no faults, {}", contents(&checked.interfaces))?;
        }
        faults.extend(checked.faults.into_iter().map(|fault| (name.clone(), fault)));
    }
    if json {
        let list: Value = faults.iter().map(|(name, fault)| as_json(name, fault)).collect();
        writeln!(io::stdout(), "{list:#}")?;
    } else {
        let tell = |(name, fault): &(String, FileFault)| writeln!(io::stderr(), "{}", fault.in_file(name));
        // The exit status reports the faults, even if standard error is closed.
        let _ = faults.iter().try_for_each(tell);
    }
    Ok(status(faults.is_empty()))
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

fn as_json(file: &str, fault: &FileFault) -> Value {
    json!({
        "file": file, "line": fault.place.line(), "column": fault.place.column(), "code": fault.code,
        "message": fault.message, "remedy": fault.remedy, "candidate": fault.candidate,
    })
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
        Some(fault) => Err(Failure::Use(fault.in_file(&name))),
    }
}
