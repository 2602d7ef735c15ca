//! Why a map cannot be used.

use hws_input::Place;
use thiserror::Error;

/// An error of a map file, or of a dump that does not have what the map expects.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MapError {
    /// A place in the map file.
    #[error("{}: {reason}", place.position.in_file(file))]
    At {
        /// The name of the file.
        file: String,
        /// The place.
        place: Place,
        /// What is wrong there.
        reason: String,
    },
    /// No file of this name can be read.
    #[error("{file}: cannot be read: {reason}")]
    Read {
        /// The name of the file.
        file: String,
        /// The reason of the operating system.
        reason: String,
    },
    /// The dump and the map do not fit.
    #[error("{0}")]
    Fit(String),
}
