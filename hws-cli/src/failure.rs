//! How the command fails: one message, one exit status.

use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use hws_run::run::RunError;
use hws_run::sweep::SweepError;
use hws_run::workload::WorkloadError;
use hws_sim::stimulus::StimulusError;
use thiserror::Error;

/// Bad use, bad input, or a world that does not play along.
#[derive(Debug, Error)]
pub(crate) enum Failure {
    /// A file could not be read.
    #[error("{}: cannot be read: {error}", path.display())]
    Read { path: PathBuf, error: io::Error },
    /// A file could not be written.
    #[error("{}: cannot be written: {error}", path.display())]
    Write { path: PathBuf, error: io::Error },
    /// Standard output is gone or full.
    #[error("standard output: {0}")]
    Output(#[from] io::Error),
    /// A request that means nothing.
    #[error("{0}")]
    Use(String),
    /// A register map has errors; the text shows them all.
    #[error("{shown}")]
    Map {
        /// The diagnostics as a compiler shows them.
        shown: String,
    },
    /// A workload is malformed.
    #[error(transparent)]
    Workload(#[from] WorkloadError),
    /// A sweep is no sweep.
    #[error(transparent)]
    Sweep(#[from] SweepError),
    /// A stimulus is malformed.
    #[error(transparent)]
    Stimulus(#[from] StimulusError),
    /// The run could not go on.
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

    /// Says what is wrong and gives the exit status. Whoever closed the pipe wants no more.
    pub(crate) fn report(&self) -> ExitCode {
        match self {
            Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
            Self::Run(_) => self.print(1),
            _ => self.print(2),
        }
    }

    fn print(&self, status: u8) -> ExitCode {
        match self {
            // Every diagnostic says itself that it is an error.
            Self::Map { shown } => eprintln!("{shown}"),
            _ => eprintln!("error: {self}"),
        }
        ExitCode::from(status)
    }
}
