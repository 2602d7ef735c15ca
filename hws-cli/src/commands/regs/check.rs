//! `hws regs check`: every error of maps, or their warnings, with file, line and column.

mod json;
mod lint_levels;
mod sarif;

use std::io::{self, Write};
use std::process::ExitCode;

use hws_host::files::only_one_standard_input;
use hws_input::counted;
use hws_regmap::{CheckedMap, MapSeverity, fingerprint};

use super::map_file::MapFile;
use crate::args::regs::{Check, CheckFormat};
use crate::failure::Failure;
use lint_levels::LintLevels;

/// What became of a file, from best to worst.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Outcome {
    Fine,
    Errors,
    Unreadable,
}

pub(super) fn execute(args: &Check) -> Result<ExitCode, Failure> {
    let levels = LintLevels::new(&args.deny, &args.allow)?;
    only_one_standard_input(args.maps.iter())?;
    let (mut worst, mut checked) = (Outcome::Fine, Vec::new());
    for path in &args.maps {
        let outcome = match MapFile::read(path) {
            Ok(file) => {
                let one = levels.applied(file.check());
                let outcome = outcome(&one);
                match args.format {
                    CheckFormat::Human => show(&file, &one)?,
                    CheckFormat::Json | CheckFormat::Sarif => checked.push(one),
                }
                outcome
            }
            Err(failure) => {
                // The exit status reports it, even if standard error is closed.
                let _ = writeln!(io::stderr(), "error: {failure}");
                Outcome::Unreadable
            }
        };
        worst = worst.max(outcome);
    }
    match args.format {
        CheckFormat::Human => {}
        CheckFormat::Json => writeln!(io::stdout(), "{:#}", json::list(&checked))?,
        CheckFormat::Sarif => writeln!(io::stdout(), "{:#}", sarif::log(&checked))?,
    }
    Ok(ExitCode::from(match worst {
        Outcome::Fine => 0,
        Outcome::Errors => 1,
        Outcome::Unreadable => 2,
    }))
}

fn outcome(checked: &CheckedMap) -> Outcome {
    let has_error = checked.diagnostics.iter().any(|diagnostic| diagnostic.severity == MapSeverity::Error);
    if has_error { Outcome::Errors } else { Outcome::Fine }
}

/// Diagnostics go to standard error, the verdict on a map without errors to standard output.
fn show(file: &MapFile, checked: &CheckedMap) -> Result<(), Failure> {
    if !checked.diagnostics.is_empty() {
        // The exit status reports the errors, even if standard error is closed.
        let _ = writeln!(io::stderr(), "{}", file.rendered(&checked.diagnostics, &checked.texts));
    }
    if let (Some(map), Outcome::Fine) = (&checked.map, outcome(checked)) {
        let (registers, print) = (map.registers.len(), fingerprint(map));
        writeln!(
            io::stdout(),
            "{}: no errors, {}, fingerprint 0x{print:016x}",
            file.name(),
            counted(registers, "register")
        )?;
    }
    Ok(())
}
