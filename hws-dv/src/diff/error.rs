//! Why two dumps cannot be compared.

use hws_input::{Diagnostic, Place};
use thiserror::Error;

/// A comparison that is not possible, or an option that is wrong.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct DiffError(Box<Diagnostic>);

impl DiffError {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Box::new(Diagnostic::new("not-comparable", Place::UNKNOWN, message)).into()
    }

    /// Returns the error as a diagnostic.
    #[must_use]
    pub fn into_diagnostic(self) -> Box<Diagnostic> {
        self.0
    }
}

impl From<Box<Diagnostic>> for DiffError {
    fn from(found: Box<Diagnostic>) -> Self {
        Self(found)
    }
}
