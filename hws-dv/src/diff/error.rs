//! Why two dumps cannot be compared.

use thiserror::Error;

/// A comparison that is not possible, or an option that is wrong: one sentence.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct DiffError(String);

impl DiffError {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self(message.into())
    }
}
