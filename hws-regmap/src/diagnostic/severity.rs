//! How bad a diagnostic is.

use super::Code;
use std::fmt;

/// How bad a diagnostic of a map is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MapSeverity {
    /// The map can be used, but it may not be what was meant.
    Warning,
    /// The map cannot be used.
    Error,
}

impl MapSeverity {
    /// Returns the word in which it is shown: `warning` or `error`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

impl fmt::Display for MapSeverity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Code {
    /// Returns the severity of the diagnostics with this code.
    ///
    /// ```
    /// use hws_regmap::{Code, MapSeverity};
    /// assert_eq!(Code::Unaligned.severity(), MapSeverity::Error);
    /// assert_eq!(Code::UnusedEnum.severity(), MapSeverity::Warning);
    /// ```
    #[must_use]
    pub fn severity(self) -> MapSeverity {
        match self {
            Self::UnusedEnum
            | Self::MissingDescription
            | Self::Gap
            | Self::Unobservable
            | Self::EmptyPage
            | Self::IneffectiveKey => MapSeverity::Warning,
            _ => MapSeverity::Error,
        }
    }
}
