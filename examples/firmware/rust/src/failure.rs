//! Why this firmware cannot continue.

use core::fmt;

use fw_api::{Error, InvalidArgument, NoSuchWord};

/// A failure that ends the firmware with code 2.
#[derive(Debug)]
pub(crate) enum Failure {
    /// A call of the firmware API failed.
    Hws(Error<NoSuchWord>),
    /// The workload is not one that this firmware can run.
    Workload(&'static str),
}

impl From<Error<NoSuchWord>> for Failure {
    fn from(error: Error<NoSuchWord>) -> Self {
        Self::Hws(error)
    }
}

impl From<InvalidArgument> for Failure {
    fn from(error: InvalidArgument) -> Self {
        Self::Hws(error.into())
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Hws(error) => error.fmt(f),
            Self::Workload(what) => f.write_str(what),
        }
    }
}
