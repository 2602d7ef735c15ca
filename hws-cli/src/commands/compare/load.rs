//! Reading reports.

use std::fs;
use std::path::{Path, PathBuf};

use hws_host::run::RunFile;
use hws_input::{Diagnostic, Place, Position};
use hws_run::report::SCHEMA_VERSION;
use hws_run::report::scalars::{ScalarRow, row_of};
use serde_json::Value;

use super::report::{Report, ReportedKernel};
use crate::failure::Failure;

/// One run.
pub(super) struct Run<'t> {
    /// The name from the command line.
    pub(super) name: String,
    /// The folder, or the report.
    pub(super) path: PathBuf,
    /// The report without its kernels.
    pub(super) report: Value,
    /// By kernel_id.
    pub(super) kernels: Vec<ReportedKernel<'t>>,
    pub(super) scalars: ScalarRow,
}

/// The text of a report, from which its [`Run`] borrows.
pub(super) struct ReportText<'p> {
    /// The path from the command line: a folder, or the report.
    path: &'p Path,
    file: PathBuf,
    text: Vec<u8>,
}

impl<'p> ReportText<'p> {
    /// Reads the text of a report, or of that in a folder.
    pub(super) fn read(path: &'p Path) -> Result<Self, Failure> {
        let file = if path.is_dir() { path.join(RunFile::Report.name()) } else { path.to_owned() };
        let text = fs::read(&file).map_err(Failure::read(&file))?;
        Ok(Self { path, file, text })
    }

    /// Returns the run that the text reports.
    pub(super) fn run(&self) -> Result<Run<'_>, Failure> {
        let refused = |found: Box<Diagnostic>| Box::new(found.in_file(self.file.display().to_string()));
        let Report { rest: report, kernels } =
            serde_json::from_slice(&self.text).map_err(|error| refused(self.reason(&error)))?;
        check(&report, kernels.is_some()).map_err(refused)?;
        let (name, path) = (self.path.display().to_string(), self.path.to_owned());
        Ok(Run { name, path, scalars: row_of(&report), report, kernels: kernels.unwrap_or_default() })
    }

    /// Explains why the text is not a report: it is not JSON, is JSON of something else, or lists its kernels differently.
    fn reason(&self, error: &serde_json::Error) -> Box<Diagnostic> {
        let as_tree = serde_json::from_slice::<Value>(&self.text);
        let checked = as_tree.map(|tree| check(&tree, tree["kernels"].is_array()));
        checked.map_or_else(|error| not_json(&error), |known| known.err().unwrap_or_else(|| not_json(error)))
    }
}

/// What helps where a report is expected.
const REMEDY: &str = "give a folder of `hws run --out`, or its report.json";

fn not_json(error: &serde_json::Error) -> Box<Diagnostic> {
    not_a_report(Position::new(error.line(), error.column().max(1)), error.to_string())
}

fn not_a_report(position: Position, why: impl std::fmt::Display) -> Box<Diagnostic> {
    let found = Diagnostic::new("not-a-report", Place::UNKNOWN, format!("not a report: {why}"));
    Box::new(found.at(position).remedy(REMEDY))
}

/// Refuses anything but a report of this version.
fn check(report: &Value, has_kernels: bool) -> Result<(), Box<Diagnostic>> {
    let is_report = report["makespan"].is_u64() && report["dags"].is_array() && has_kernels;
    if !is_report {
        return Err(not_a_report(Position::new(1, 1), "makespan, dags and kernels are missing"));
    }
    match report["schema_version"].as_u64() {
        Some(version) if version == u64::from(SCHEMA_VERSION) => Ok(()),
        version => {
            let version = version.map_or_else(|| "1".to_owned(), |version| version.to_string());
            let message =
                format!("schema_version is {version}, but this program compares version {SCHEMA_VERSION}");
            let found = Diagnostic::new("unsupported-version", Place::UNKNOWN, message);
            Err(Box::new(found.remedy("run the workload again with this version of hws")))
        }
    }
}
