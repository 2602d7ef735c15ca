//! `--stimulus` and `--minimise`: the inputs of a dump as files.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use hws_dv::check::DumpReport;
use hws_dv::lockstep::{Divergence, RecordedInputs};
use hws_dv::map::NameMap;
use hws_dv::minimise::{self, Minimised, RustTest, Simulation, Situation};
use hws_host::outputs;
use hws_sim::stimulus::{Operation, Writer};

use super::print;
use crate::args::check::Check;
use crate::failure::Failure;

/// Writes the files that are asked for.
pub(super) fn write(args: &Check, map: &NameMap, report: &DumpReport) -> Result<(), Failure> {
    let Some(inputs) = &report.inputs else { return Ok(()) };
    for warning in &inputs.warnings {
        writeln!(io::stderr(), "warning: {}: {warning}", report.file)?;
    }
    if let Some(path) = &args.stimulus {
        write_operations(path, &inputs.operations)?;
    }
    match (&args.minimise, &report.divergence) {
        (Some(path), Some(divergence)) => Shortening { args, map, report, divergence, path }.write(inputs),
        (Some(path), None) => {
            writeln!(
                io::stderr(),
                "note: {} is not written: there is no difference to shorten to",
                path.display()
            )?;
            Ok(())
        }
        (None, _) => Ok(()),
    }
}

fn write_operations(path: &Path, operations: &[Operation]) -> Result<(), Failure> {
    Ok(outputs::file(path, |out| Writer::write(out, operations).map(drop))?)
}

/// What `--minimise` does for one difference.
struct Shortening<'a> {
    args: &'a Check,
    map: &'a NameMap,
    report: &'a DumpReport,
    divergence: &'a Divergence,
    path: &'a Path,
}

impl Shortening<'_> {
    fn write(&self, inputs: &RecordedInputs) -> Result<(), Failure> {
        let short = match &self.args.simulate {
            Some(command) => self.simulated(command, &inputs.operations)?,
            None => {
                let situation = Situation::new(&inputs.operations, self.divergence);
                minimise::on_model(&inputs.operations, &situation)
            }
        };
        write_operations(self.path, &short.operations)?;
        let test = self.test(&short);
        let beside = self.path.with_file_name(minimise::test_file_name(self.path));
        outputs::file(&beside, |out| write!(out, "{test}"))?;
        let (kept, before) = (short.operations.len(), short.before);
        let (path, test) = (self.path.display(), beside.display());
        print(&format_args!("minimised: {kept} of {before} operations in {path}, a test in {test}\n"))
    }

    fn simulated(&self, command: &str, operations: &[Operation]) -> Result<Minimised, Failure> {
        let folder = Folder::new()?;
        let extension = self.report.file.rsplit_once('.').map_or("vcd", |(_, extension)| extension);
        let simulation = Simulation {
            command: command.to_owned(),
            folder: folder.0.clone(),
            extension: if extension == "fst" { "fst" } else { "vcd" }.to_owned(),
            map: self.map,
            wanted: (self.divergence.first_signal().to_owned(), self.divergence.cite()),
        };
        minimise::by_simulation(operations, &simulation).map_err(|error| Failure::usage(error.to_string()))
    }

    fn test(&self, short: &Minimised) -> RustTest {
        let name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        RustTest {
            dump: name(Path::new(&self.report.file)),
            stimulus: name(self.path),
            rule: self.divergence.cite().to_owned(),
            differences: self.divergence.differences.iter().map(ToString::to_string).collect(),
            situation: Situation::new(&short.operations, self.divergence),
            operations: short.operations.clone(),
        }
    }
}

/// A folder for the tries, which is removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Result<Self, Failure> {
        let path = std::env::temp_dir().join(format!("hws-minimise-{}", std::process::id()));
        fs::create_dir_all(&path).map_err(Failure::write(&path))?;
        Ok(Self(path))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // Nothing can be done about files that stay.
        let _ = fs::remove_dir_all(&self.0);
    }
}
