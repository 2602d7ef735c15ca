//! Stable names of kinds of faults.

use super::DiagnosticSeverity;

/// The type of the codes of a reader.
pub trait DiagnosticCode {
    /// Returns the code as printed: lower case, words joined by `-`. It never changes once published.
    fn as_str(&self) -> &'static str;

    /// Returns whether a fault of this kind is an error.
    fn severity(&self) -> DiagnosticSeverity {
        DiagnosticSeverity::Error
    }
}

impl DiagnosticCode for &'static str {
    fn as_str(&self) -> &'static str {
        self
    }
}
