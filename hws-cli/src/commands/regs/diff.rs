//! `hws regs diff`: the changes between two maps; exit status 1 if one of them is breaking.

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::process::ExitCode;

use hws_input::counted;
use hws_regmap::{Change, Dependent, DiffSeverity, diff};
use serde_json::{Value, json};

use super::map_file::MapFile;
use crate::args::regs::Diff;
use crate::failure::Failure;

pub(super) fn execute(args: &Diff) -> Result<ExitCode, Failure> {
    let old = MapFile::read(&args.old)?.map()?;
    let new = MapFile::read_or_built_in(args.new.as_ref())?.map()?;
    let changes = diff(&old, &new);
    let mut out = io::stdout().lock();
    if args.json {
        let changes: Vec<Value> = changes.iter().map(as_json).collect();
        writeln!(out, "{:#}", json!(changes))?;
    } else if !changes.is_empty() {
        changes.iter().try_for_each(|change| writeln!(out, "{change}"))?;
        writeln!(out, "{}", summary(&changes))?;
    }
    let is_breaking = changes.iter().any(|change| change.severity() == DiffSeverity::Breaking);
    Ok(if is_breaking { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

fn as_json(change: &Change) -> Value {
    let breaks: Vec<&str> = change.kind.breaks().iter().map(|dependent| dependent.as_str()).collect();
    json!({
        "kind": change.kind.as_str(),
        "severity": change.severity().as_str(),
        "place": change.place,
        "change": change.text(),
        "before": said(&change.before),
        "after": said(&change.after),
        "breaks": breaks,
    })
}

fn said(text: &str) -> Option<&str> {
    Some(text).filter(|text| !text.is_empty())
}

/// `2 breaking changes (for C, firmware), 1 compatible change`.
fn summary(changes: &[Change]) -> String {
    let broken: BTreeSet<Dependent> =
        changes.iter().flat_map(|change| change.kind.breaks()).copied().collect();
    let titles: Vec<&str> = broken.iter().map(|dependent| dependent.title()).collect();
    let of = |severity| changes.iter().filter(|change| change.severity() == severity).count();
    let changes = |count, what| counted(count, &format!("{what} change"));
    match (of(DiffSeverity::Breaking), of(DiffSeverity::Compatible)) {
        (0, compatible) => changes(compatible, "compatible"),
        (breaking, compatible) => {
            let breaking = format!("{} (for {})", changes(breaking, "breaking"), titles.join(", "));
            match compatible {
                0 => breaking,
                some => format!("{breaking}, {}", changes(some, "compatible")),
            }
        }
    }
}
