//! Why a map cannot be used.

use hws_input::{Diagnostic, Place};

/// A fault of a map file, or of a dump that does not have what the map expects.
pub type MapError = Box<Diagnostic>;

/// The dump and the map do not fit.
pub(crate) fn misfit(message: impl Into<String>) -> MapError {
    Box::new(Diagnostic::new("map-does-not-fit", Place::UNKNOWN, message))
}
