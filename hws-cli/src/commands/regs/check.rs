//! `hws regs check`: every error of maps, or their warnings, with file, line and column.

mod lint_levels;

use std::io::{self, Write};
use std::process::ExitCode;

use hws_host::files::only_one_standard_input;
use hws_input::counted;
use hws_regmap::{CheckedMap, DiagnosticSeverity, fingerprint};

use super::map_file::MapFile;
use crate::args::regs::Check;
use crate::diagnostics::other_format::{self, REGISTERS};
use crate::diagnostics::{self, ErrorFormat, Located};
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
    let format = ErrorFormat::of(Some(&args.format));
    let (mut worst, mut checked) = (Outcome::Fine, Vec::new());
    for path in &args.maps {
        let outcome = match MapFile::read(path) {
            Ok(file) => {
                let one = levels.applied(file.check());
                let outcome = outcome(&one);
                match format {
                    ErrorFormat::Human => show(&file, &one)?,
                    ErrorFormat::Json | ErrorFormat::Sarif => checked.push(one),
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
    let found: Vec<_> = checked.iter().flat_map(located).collect();
    if let Some(value) = diagnostics::for_programs(format, diagnostics::CHECK_OF_MAPS, &found) {
        writeln!(io::stdout(), "{value:#}")?;
    }
    if worst == Outcome::Errors {
        other_format::tell(&args.maps, REGISTERS);
    }
    Ok(ExitCode::from(match worst {
        Outcome::Fine => 0,
        Outcome::Errors => 1,
        Outcome::Unreadable => 2,
    }))
}

fn located(checked: &CheckedMap) -> impl Iterator<Item = Located<'_>> {
    checked.diagnostics.iter().map(|found| (found.clone().with_text_code(), checked.texts.as_slice()))
}

fn outcome(checked: &CheckedMap) -> Outcome {
    let has_error =
        checked.diagnostics.iter().any(|diagnostic| diagnostic.severity == DiagnosticSeverity::Error);
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
