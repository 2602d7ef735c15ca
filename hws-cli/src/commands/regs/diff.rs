//! `hws regs diff`: the changes between two maps; exit status 1 if one of them is breaking.

use std::io::{self, Write};
use std::process::ExitCode;

use hws_regmap::{Change, DiffSeverity, diff};
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
    } else {
        changes.iter().try_for_each(|change| writeln!(out, "{change}"))?;
    }
    let is_breaking = changes.iter().any(|change| change.severity == DiffSeverity::Breaking);
    Ok(if is_breaking { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

fn as_json(change: &Change) -> Value {
    json!({ "severity": change.severity.as_str(), "what": change.what, "change": change.text })
}
