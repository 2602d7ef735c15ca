//! Failures of a command: one message and one exit status.

use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use hws_dv::explain::ExplainError;
use hws_dv::write::WaveWriteError;
use hws_run::run::RunError;
use hws_run::sweep::SweepError;
use hws_run::workload::WorkloadError;
use hws_sim::stimulus::StimulusError;
use thiserror::Error;

/// A usage error, invalid input, or an error of the operating system.
#[derive(Debug, Error)]
pub(crate) enum Failure {
    /// A file could not be read.
    #[error("{}: cannot be read: {error}", path.display())]
    Read { path: PathBuf, error: io::Error },
    /// A file could not be written.
    #[error("{}: cannot be written: {error}", path.display())]
    Write { path: PathBuf, error: io::Error },
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
    /// A workload is malformed.
    #[error(transparent)]
    Workload(#[from] WorkloadError),
    /// The settings or seeds of a sweep are malformed.
    #[error(transparent)]
    Sweep(#[from] SweepError),
    /// A stimulus is malformed.
    #[error(transparent)]
    Stimulus(#[from] StimulusError),
    /// A waveform is missing or incomplete.
    #[error(transparent)]
    Wave(#[from] WaveWriteError),
    /// Nothing can be explained at the place that was asked for.
    #[error("{file}: {error}")]
    Explain { file: String, error: ExplainError },
    /// The run cannot continue.
    #[error(transparent)]
    Run(#[from] RunError),
}

impl Failure {
    pub(crate) fn read(path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |error| Self::Read { path, error }
    }

    pub(crate) fn write(path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |error| Self::Write { path, error }
    }

    /// Prints the message and returns the exit status. A closed pipe is not an error: the reader has all it wanted.
    pub(crate) fn report(&self) -> ExitCode {
        match self {
            Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
            Self::Run(_) => self.print(1),
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
