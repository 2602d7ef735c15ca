//! `hws regs check`: every error of maps, or their warnings, with file, line and column.

mod lint_levels;

use std::io::{self, Write};
use std::process::ExitCode;

use hws_host::files::only_one_standard_input;
use hws_input::{Diagnostic, counted};
use hws_regmap::{CheckedMap, DiagnosticSeverity, MapDiagnostic, MapText, fingerprint};

use super::map_file::MapFile;
use crate::args::regs::Check;
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

pub(super) fn execute(args: &Check, asked: ErrorFormat) -> Result<ExitCode, Failure> {
    let levels = LintLevels::new(&args.deny, &args.allow)?;
    only_one_standard_input(args.maps.iter())?;
    let format = args.format.as_deref().map_or(asked, |word| ErrorFormat::of(Some(word)));
    let (mut worst, mut found) = (Outcome::Fine, Found::default());
    for path in &args.maps {
        let outcome = match MapFile::read(path).and_then(|file| Ok((levels.applied(file.known()?), file))) {
            Ok((one, file)) => {
                let outcome = outcome(&one);
                match format {
                    ErrorFormat::Human => show(&file, &one)?,
                    ErrorFormat::Json | ErrorFormat::Sarif => found.add(one),
                }
                outcome
            }
            Err(failure) => {
                match format {
                    // The exit status reports it, even if standard error is closed.
                    ErrorFormat::Human => drop(writeln!(io::stderr(), "error: {failure}")),
                    ErrorFormat::Json | ErrorFormat::Sarif => found.diagnostics.extend(failure.diagnostics()),
                }
                Outcome::Unreadable
            }
        };
        worst = worst.max(outcome);
    }
    found.print(format, args.format.is_some())?;
    Ok(ExitCode::from(match worst {
        Outcome::Fine => 0,
        Outcome::Errors => 1,
        Outcome::Unreadable => 2,
    }))
}

/// What is printed for programs.
#[derive(Default)]
struct Found {
    diagnostics: Vec<Diagnostic>,
    texts: Vec<MapText>,
}

impl Found {
    fn add(&mut self, checked: CheckedMap) {
        self.diagnostics.extend(checked.diagnostics.into_iter().map(MapDiagnostic::with_text_code));
        self.texts.extend(checked.texts);
    }

    fn print(self, format: ErrorFormat, is_result: bool) -> Result<(), Failure> {
        let Self { diagnostics, texts } = self;
        let located: Vec<Located<'_>> =
            diagnostics.into_iter().map(|found| (found, texts.as_slice())).collect();
        Ok(diagnostics::print(format, is_result, diagnostics::CHECK_OF_MAPS, &located)?)
    }
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
