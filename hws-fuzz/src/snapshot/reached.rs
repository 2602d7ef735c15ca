//! What became of a changed snapshot.

use super::change::Change;
use super::{Refused, finding};
use crate::FuzzFinding;

/// The number of snapshots of each fate.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SnapshotReached {
    /// Refused by the format.
    pub unreadable: u64,
    /// Refused because of an unknown key.
    pub unknown_keys: u64,
    /// Refused by the model.
    pub refused: u64,
    /// Restored, and run on.
    pub accepted: u64,
}

impl SnapshotReached {
    /// Adds the counts of both runs.
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self {
            unreadable: self.unreadable + other.unreadable,
            unknown_keys: self.unknown_keys + other.unknown_keys,
            refused: self.refused + other.refused,
            accepted: self.accepted + other.accepted,
        }
    }
}

/// A refusal is as good as its message: a file has lines and columns, a state has numbered parts and named registers.
pub(super) fn refused(changed: &Change, reason: &Refused) -> Result<SnapshotReached, FuzzFinding> {
    let (text, names_a_place) = match reason {
        Refused::Format(text) => (text, text.contains("line ")),
        Refused::State(text) => (text, text.contains(|c: char| c.is_ascii_digit() || c.is_ascii_uppercase())),
    };
    if !names_a_place {
        return Err(finding(changed, &format!("the refusal `{text}` names no place")));
    }
    let is_format = u64::from(matches!(reason, Refused::Format(_)));
    Ok(SnapshotReached {
        unreadable: is_format,
        refused: 1 - is_format,
        unknown_keys: u64::from(changed.has_unknown_key),
        accepted: 0,
    })
}
