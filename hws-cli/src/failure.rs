//! Failures of a command: one message and one exit status.

use std::io;
use std::path::Path;
use std::process::ExitCode;

use hws_dv::write::WaveWriteError;
use hws_host::HostError;
use hws_inspect::explain::ExplainError;
use hws_run::run::RunError;
use hws_run::sweep::SweepError;
use hws_run::workload::WorkloadError;
use hws_sim::stimulus::StimulusError;
use thiserror::Error;

/// A usage error, invalid input, or an error of the operating system.
#[derive(Debug, Error)]
pub(crate) enum Failure {
    /// Standard output cannot be written.
    #[error("standard output: {0}")]
    Output(#[from] io::Error),
    /// A usage error or invalid input; the text is the whole message.
    #[error("{0}")]
    Use(String),
    /// A register map has errors.
    #[error("{shown}")]
    Map {
        /// All diagnostics, rendered.
        shown: String,
    },
    /// Invalid input, or an error of the operating system.
    #[error(transparent)]
    Host(HostError),
    /// A waveform is missing or incomplete.
    #[error(transparent)]
    Wave(#[from] WaveWriteError),
    /// Nothing can be explained at the place that was asked for.
    #[error("{file}: {error}")]
    Explain { file: String, error: ExplainError },
}

/// An option that is refused has the command line as its place.
impl From<HostError> for Failure {
    fn from(error: HostError) -> Self {
        match error {
            HostError::Option(error) => Self::Use(error.in_file("command line")),
            HostError::Argument { name, message } => Self::Use(format!("--{name}: {message}")),
            error => Self::Host(error),
        }
    }
}

impl From<WorkloadError> for Failure {
    fn from(error: WorkloadError) -> Self {
        Self::Host(error.into())
    }
}

impl From<SweepError> for Failure {
    fn from(error: SweepError) -> Self {
        Self::Host(error.into())
    }
}

impl From<StimulusError> for Failure {
    fn from(error: StimulusError) -> Self {
        Self::Host(error.into())
    }
}

impl From<RunError> for Failure {
    fn from(error: RunError) -> Self {
        Self::Host(error.into())
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

    /// Prints the message and returns the exit status. A closed pipe is not an error: the reader has all it wanted.
    pub(crate) fn report(&self) -> ExitCode {
        match self {
            Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
            Self::Host(HostError::Run(_)) => self.print(1),
            _ => self.print(2),
        }
    }

    fn print(&self, status: u8) -> ExitCode {
        match self {
            // Every diagnostic begins with `error` itself.
            Self::Map { shown } => eprintln!("{shown}"),
            _ => eprintln!("error: {self}"),
        }
        ExitCode::from(status)
    }
}
