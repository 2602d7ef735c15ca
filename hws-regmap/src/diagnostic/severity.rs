//! How bad a diagnostic is.

use super::Code;
use hws_input::{DiagnosticCode, DiagnosticSeverity};

impl DiagnosticCode for Code {
    fn as_str(&self) -> &'static str {
        Self::as_str(*self)
    }

    fn severity(&self) -> DiagnosticSeverity {
        Self::severity(*self)
    }
}

impl Code {
    /// Returns the severity of the diagnostics with this code.
    ///
    /// ```
    /// use hws_regmap::{Code, DiagnosticSeverity};
    /// assert_eq!(Code::Unaligned.severity(), DiagnosticSeverity::Error);
    /// assert_eq!(Code::UnusedEnum.severity(), DiagnosticSeverity::Warning);
    /// ```
    #[must_use]
    pub fn severity(self) -> DiagnosticSeverity {
        match self {
            Self::UnusedEnum
            | Self::MissingDescription
            | Self::Gap
            | Self::Unobservable
            | Self::EmptyPage
            | Self::IneffectiveKey => DiagnosticSeverity::Warning,
            _ => DiagnosticSeverity::Error,
        }
    }
}
