//! One difference between two maps.

use super::ChangeKind;
use std::fmt;

/// A difference between two maps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// What it does; with it, whom it breaks.
    pub kind: ChangeKind,
    /// The register, with its field where one changed; the page, parameter, enum or memory; the map itself. By the old name.
    pub place: String,
    /// What was; empty if there was nothing, or nothing to tell.
    pub before: String,
    /// What is.
    pub after: String,
}

/// Whether code written for the old map is wrong for the new one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DiffSeverity {
    /// Code written for the old map is wrong.
    Breaking,
    /// Code written for the old map is still right.
    Compatible,
}

impl DiffSeverity {
    /// In lower case.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Breaking => "breaking",
            Self::Compatible => "compatible",
        }
    }
}

impl Change {
    /// Returns whether code written for the old map is wrong for the new one.
    #[must_use]
    pub fn severity(&self) -> DiffSeverity {
        self.kind.severity()
    }

    /// Returns what happened at the place: `moved from 0x0028 to 0x002c`.
    #[must_use]
    pub fn text(&self) -> String {
        let fill = |part: &str| part.replace("{before}", &self.before);
        match self.kind.phrase().split_once("{after}") {
            Some((head, tail)) => format!("{}{}{}", fill(head), self.after, fill(tail)),
            None => fill(self.kind.phrase()),
        }
    }
}

/// `breaking: TIME_UNIT: moved from 0x0028 to 0x002c (breaks firmware, RTL)`.
impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}: {}", self.severity().as_str(), self.place, self.text())?;
        match self.kind.breaks() {
            [] => Ok(()),
            broken => {
                let titles: Vec<&str> = broken.iter().map(|dependent| dependent.title()).collect();
                write!(f, " (breaks {})", titles.join(", "))
            }
        }
    }
}
