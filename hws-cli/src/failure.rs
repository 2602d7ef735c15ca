//! Failures of a command: diagnostics and one exit status.

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use hws_dv::write::WaveWriteError;
use hws_host::HostError;
use hws_input::{Diagnostic, Place};
use hws_inspect::explain::ExplainError;
use hws_plan::import::ImportError;
use hws_regmap::MapText;
use hws_run::run::RunError;
use hws_run::sweep::SweepError;
use hws_run::workload::WorkloadError;
use hws_sim::stimulus::StimulusError;

use crate::diagnostics::other_format::{self, FileFormat, OTHER_FORMAT};
use crate::diagnostics::{self, ErrorFormat};

/// Codes that say no more than their message, which is printed without them.
const GENERAL: [&str; 4] = ["usage", "unusable-file", "impossible-request", "illegal-option"];

/// A usage error, invalid input, or an error of the operating system.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Standard output cannot be written.
    Output(io::Error),
    /// A usage error or invalid input.
    Input(Box<Diagnostic>),
    /// A register map has errors.
    Map {
        /// All diagnostics, rendered.
        shown: String,
        found: Vec<Diagnostic>,
        texts: Vec<MapText>,
    },
    /// An error of the operating system, or a run that cannot continue.
    Host(HostError),
    /// Refused inputs, which the report of the command names in text already.
    Told {
        found: Vec<Diagnostic>,
        /// Whether it names the command that takes a file of another format, too.
        names_formats: bool,
        status: u8,
    },
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

/// An option that is refused has the command line as its place.
impl From<HostError> for Failure {
    fn from(error: HostError) -> Self {
        match error {
            HostError::Option(found) => Self::Input(Box::new(found.in_file("command line"))),
            HostError::Argument(found) => {
                let option = format!("--{}", found.key);
                Self::Input(Box::new(found.at_key(option)))
            }
            HostError::Input(found) => Self::Input(found),
            error => Self::Host(error),
        }
    }
}

impl From<Box<Diagnostic>> for Failure {
    fn from(found: Box<Diagnostic>) -> Self {
        Self::Input(found)
    }
}

impl From<WorkloadError> for Failure {
    fn from(error: WorkloadError) -> Self {
        HostError::from(error).into()
    }
}

impl From<SweepError> for Failure {
    fn from(error: SweepError) -> Self {
        HostError::from(error).into()
    }
}

impl From<StimulusError> for Failure {
    fn from(error: StimulusError) -> Self {
        HostError::from(error).into()
    }
}

impl From<RunError> for Failure {
    fn from(error: RunError) -> Self {
        HostError::from(error).into()
    }
}

/// A waveform that is missing or incomplete.
impl From<WaveWriteError> for Failure {
    fn from(error: WaveWriteError) -> Self {
        Self::Input(Box::new(Diagnostic::new("cannot-write", Place::UNKNOWN, error.to_string())))
    }
}

impl Failure {
    pub(crate) fn read(path: &Path) -> impl FnOnce(io::Error) -> Self {
        let read = HostError::read(path);
        move |error| Self::Host(read(error))
    }

    pub(crate) fn write(path: &Path) -> impl FnOnce(io::Error) -> Self {
        let write = HostError::write(path);
        move |error| Self::Host(write(error))
    }

    /// Options that do not fit together, or are missing; the text names them.
    pub(crate) fn usage(message: impl Into<String>) -> Self {
        Self::Input(Box::new(Diagnostic::new("usage", Place::UNKNOWN, message)))
    }

    /// A command line that cannot be read.
    pub(crate) fn arguments(error: &clap::Error) -> Self {
        let text = error.render().to_string();
        let message = text.split("\n\n").next().unwrap_or_default().trim_start_matches("error: ").to_owned();
        let found = Diagnostic::new("usage", Place::UNKNOWN, message).in_file("command line");
        Self::Input(Box::new(found.remedy("`--help` lists what is legal")))
    }

    /// Something about a file as a whole that makes it useless for the command.
    pub(crate) fn file(name: &str, message: impl ToString) -> Self {
        HostError::file(name, message).into()
    }

    /// A graph that cannot be imported from a file.
    pub(crate) fn import(name: &str) -> impl Fn(ImportError) -> Self {
        let import = HostError::import(name);
        move |error| import(error).into()
    }

    /// Nothing can be explained at the place that was asked for.
    pub(crate) fn explain(name: &str, error: &ExplainError) -> Self {
        Self::file(name, error)
    }

    /// A word or value that is refused.
    pub(crate) fn refused<'c>(
        code: &'static str,
        message: String,
        remedy: &str,
        candidates: impl IntoIterator<Item = &'c str>,
    ) -> Self {
        let mut found = Diagnostic::new(code, Place::UNKNOWN, message).remedy(remedy);
        found.candidates = candidates.into_iter().map(str::to_owned).collect();
        Self::Input(Box::new(found))
    }

    /// Prints the diagnostics and returns the exit status. A closed pipe is not an error: the reader has all it wanted.
    pub(crate) fn report(&self, format: ErrorFormat) -> ExitCode {
        match self {
            Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => return ExitCode::SUCCESS,
            _ if format != ErrorFormat::Human => self.print_for_programs(format),
            // Every diagnostic begins with `error` itself.
            Self::Map { shown, .. } => eprintln!("{shown}"),
            Self::Told { names_formats: true, .. } => (),
            Self::Told { found, .. } => {
                found.iter().filter(|found| found.code == OTHER_FORMAT).for_each(|found| {
                    // The exit status reports it, even if standard error is closed.
                    let _ = writeln!(io::stderr(), "error: {}", found.coded());
                })
            }
            _ => eprintln!("error: {self}"),
        }
        ExitCode::from(match self {
            Self::Told { status, .. } => *status,
            Self::Host(HostError::Run(_)) => 1,
            _ => 2,
        })
    }

    fn print_for_programs(&self, format: ErrorFormat) {
        let texts = if let Self::Map { texts, .. } = self { texts.as_slice() } else { &[] };
        let found: Vec<_> = self.diagnostics().into_iter().map(|found| (found, texts)).collect();
        if let Some(value) = diagnostics::for_programs(format, "hws", &found) {
            // The exit status reports the error, even if standard error is closed.
            let _ = writeln!(io::stderr(), "{value:#}");
        }
    }

    /// Names the format of a file that another command reads.
    pub(crate) fn naming_formats(self, formats: &[FileFormat]) -> Self {
        match self {
            Self::Input(found) => Self::Input(Box::new(other_format::named(*found, formats))),
            Self::Map { ref found, .. } => {
                let first = found.first().map(|first| other_format::named(first.clone(), formats));
                first
                    .filter(|first| first.code == OTHER_FORMAT)
                    .map_or(self, |first| Self::Input(Box::new(first)))
            }
            Self::Told { found, names_formats, status } => {
                let found = found.into_iter().map(|found| other_format::named(found, formats)).collect();
                Self::Told { found, names_formats, status }
            }
            other => other,
        }
    }

    pub(crate) fn diagnostics(&self) -> Vec<Diagnostic> {
        match self {
            Self::Output(error) => {
                let message = format!("standard output: {error}");
                vec![Diagnostic::new("cannot-write", Place::UNKNOWN, message)]
            }
            Self::Input(found) => vec![(**found).clone()],
            Self::Map { found, .. } | Self::Told { found, .. } => found.clone(),
            Self::Host(error) => vec![error.diagnostic()],
        }
    }
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if let Self::Map { shown, .. } = self {
            return f.write_str(shown);
        }
        self.diagnostics().iter().try_for_each(|found| match GENERAL.contains(&found.code) {
            true => write!(f, "{found}"),
            false => f.write_str(&found.coded()),
        })
    }
}
