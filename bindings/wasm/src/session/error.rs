//! Why something cannot be opened or explained.

use std::fmt;

use hws_inspect::explain::ExplainError;
use hws_run::run::RunError;
use hws_run::workload::WorkloadError;
use hws_sim::stimulus::StimulusError;

/// Why a session cannot be opened, or a question not be answered.
#[derive(Debug)]
#[non_exhaustive]
pub enum SessionError {
    /// The stimulus is malformed.
    Stimulus(StimulusError),
    /// The workload is not one.
    Workload(WorkloadError),
    /// The run failed.
    Run(RunError),
    /// The question does not fit the stimulus.
    Explain(ExplainError),
    /// The compressed file is damaged.
    Damaged {
        /// Its name.
        file: String,
        /// What is wrong with it.
        problem: String,
    },
    /// No file was given.
    Nothing,
    /// A stimulus and other files were given.
    NotAlone {
        /// The stimulus.
        file: String,
    },
    /// More happens than a page can list.
    TooLong {
        /// The most lines of a trace.
        most: usize,
    },
}

impl fmt::Display for SessionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stimulus(error) => error.fmt(f),
            Self::Workload(error) => error.fmt(f),
            Self::Run(error) => error.fmt(f),
            Self::Explain(error) => error.fmt(f),
            Self::Damaged { file, problem } => {
                write!(f, "{file}: cannot be unpacked: {problem}; take the original file")
            }
            Self::Nothing => f.write_str("no file; choose a workload or a stimulus"),
            Self::NotAlone { file } => {
                write!(f, "{file}: is a stimulus, which runs alone; open it without other files")
            }
            Self::TooLong { most } => {
                write!(
                    f,
                    "more than {most} lines of trace, which is too much for a page; use `hws replay` and `hws explain`"
                )
            }
        }
    }
}

impl std::error::Error for SessionError {}

impl From<StimulusError> for SessionError {
    fn from(error: StimulusError) -> Self {
        Self::Stimulus(error)
    }
}

impl From<WorkloadError> for SessionError {
    fn from(error: WorkloadError) -> Self {
        Self::Workload(error)
    }
}

impl From<RunError> for SessionError {
    fn from(error: RunError) -> Self {
        Self::Run(error)
    }
}

impl From<ExplainError> for SessionError {
    fn from(error: ExplainError) -> Self {
        Self::Explain(error)
    }
}
