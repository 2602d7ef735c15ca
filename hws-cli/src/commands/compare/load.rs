//! Reading reports.

use std::fs;
use std::path::{Path, PathBuf};

use hws_host::run::RunFile;
use hws_run::report::SCHEMA_VERSION;
use hws_run::report::scalars::{ScalarRow, row_of};
use serde_json::Value;

use crate::failure::Failure;

/// One run.
pub(super) struct Run {
    /// The name from the command line.
    pub(super) name: String,
    /// The folder, or the report.
    pub(super) path: PathBuf,
    pub(super) report: Value,
    pub(super) scalars: ScalarRow,
}

/// Reads a report, or the report in a folder.
pub(super) fn load(path: &Path) -> Result<Run, Failure> {
    let file = if path.is_dir() { path.join(RunFile::Report.name()) } else { path.to_owned() };
    let text = fs::read(&file).map_err(Failure::read(&file))?;
    let no_report = |reason: String| Failure::Use(format!("{}{reason}", file.display()));
    let report: Value = serde_json::from_slice(&text).map_err(|error| no_report(not_json(&error)))?;
    check(&report).map_err(no_report)?;
    Ok(Run { name: path.display().to_string(), path: path.to_owned(), scalars: row_of(&report), report })
}

fn not_json(error: &serde_json::Error) -> String {
    let (line, column) = (error.line(), error.column().max(1));
    format!(":{line}:{column}: not a report: {error}; give a folder of `hws run --out`, or its report.json")
}

/// Refuses anything but a report of this version.
fn check(report: &Value) -> Result<(), String> {
    let is_report = report["makespan"].is_u64() && report["dags"].is_array() && report["kernels"].is_array();
    if !is_report {
        let remedy = "give a folder of `hws run --out`, or its report.json";
        return Err(format!(":1:1: not a report: makespan, dags and kernels are missing; {remedy}"));
    }
    match report["schema_version"].as_u64() {
        Some(version) if version == u64::from(SCHEMA_VERSION) => Ok(()),
        version => {
            let version = version.map_or_else(|| "1".to_owned(), |version| version.to_string());
            let remedy = "run the workload again with this version of hws";
            Err(format!(
                ": schema_version is {version}, but this program compares version {SCHEMA_VERSION}; {remedy}"
            ))
        }
    }
}
