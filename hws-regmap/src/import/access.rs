//! How CMSIS-SVD and IP-XACT say what reads and writes do: an access, and words for effects of either.

use super::draft::Spot;
use super::losses::Losses;
use crate::model::{MapAccess, ReadEffect, WriteEffect};

/// Which accesses there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BusAccess {
    ReadOnly,
    WriteOnly,
    ReadWrite,
    WriteOnce,
    ReadWriteOnce,
}

impl BusAccess {
    /// Returns the access of that name.
    pub(super) fn of(text: &str) -> Option<Self> {
        Some(match text {
            "read-only" => Self::ReadOnly,
            "write-only" => Self::WriteOnly,
            "read-write" => Self::ReadWrite,
            "writeOnce" => Self::WriteOnce,
            "read-writeOnce" => Self::ReadWriteOnce,
            _ => return None,
        })
    }

    pub(super) fn is_readable(self) -> bool {
        !matches!(self, Self::WriteOnly | Self::WriteOnce)
    }
}

/// An access with its effects.
#[derive(Clone, Debug, Default)]
pub(super) struct Effects {
    pub(super) access: Option<BusAccess>,
    /// `oneToClear`, `zeroToSet`, `clear`, …
    pub(super) written: Option<String>,
    /// `clear`, `set`, `modify`, `modifyExternal`.
    pub(super) read: Option<String>,
}

impl Effects {
    /// Returns the access of a map; the nearest one, if a map has no word for this combination.
    pub(super) fn map_access(&self, at: &Spot, losses: &mut Losses) -> MapAccess {
        let access = self.access.unwrap_or(BusAccess::ReadWrite);
        let read = match self.read.as_deref() {
            _ if !access.is_readable() => ReadEffect::Hidden,
            Some("clear") => ReadEffect::Clears,
            Some("set") => ReadEffect::Sets,
            Some("modify" | "modifyExternal") => ReadEffect::Pops,
            _ => ReadEffect::Kept,
        };
        let write = match (access, self.written.as_deref()) {
            (BusAccess::ReadOnly, _) => WriteEffect::Ignored,
            (BusAccess::WriteOnce | BusAccess::ReadWriteOnce, _) => WriteEffect::StoresOnce,
            (_, Some("oneToClear")) => WriteEffect::OneClears,
            (_, Some("oneToSet")) => WriteEffect::OneSets,
            (_, Some("oneToToggle")) => WriteEffect::OneToggles,
            (_, Some("zeroToClear")) => WriteEffect::ZeroClears,
            (_, Some("zeroToSet")) => WriteEffect::ZeroSets,
            (_, Some("zeroToToggle")) => WriteEffect::ZeroToggles,
            (_, Some("clear")) => WriteEffect::Clears,
            (_, Some("set")) => WriteEffect::Sets,
            _ => WriteEffect::Stores,
        };
        nearest(read, write, at, losses)
    }
}

/// Returns the access with these effects. A map has no word for every two of them: then it is one without an effect of
/// reads, and what is missing is listed.
pub(super) fn nearest(read: ReadEffect, write: WriteEffect, at: &Spot, losses: &mut Losses) -> MapAccess {
    if let Some(access) = MapAccess::with(read, write) {
        return access;
    }
    let (access, what) = match read {
        ReadEffect::Hidden => (MapAccess::Wo, "what a write does to bits that cannot be read"),
        _ => {
            let kept = MapAccess::with(ReadEffect::Kept, write).unwrap_or(MapAccess::Rw);
            (kept, "what a read does to a field with these writes")
        }
    };
    losses.add(at, format!("{what}: {} in the map", access.as_str()));
    access
}
