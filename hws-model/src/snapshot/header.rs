//! The header of a snapshot: its format and register map, which are read before anything else.

use core::fmt;

use hws_regs::FINGERPRINT;
use serde::{Deserialize, Serialize};

/// The version of the format. It changes whenever older snapshots can no longer be read.
const FORMAT: u32 = 1;

/// The format and the register map of a snapshot, which are always those of this model.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(try_from = "Versions", into = "Versions")]
pub(super) struct Header;

impl Header {
    pub(super) const fn present() -> Self {
        Self
    }
}

/// The header in its serialized form.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Versions {
    format: u32,
    map: u64,
}

impl From<Header> for Versions {
    fn from(_: Header) -> Self {
        Self { format: FORMAT, map: FINGERPRINT }
    }
}

impl TryFrom<Versions> for Header {
    type Error = Foreign;

    fn try_from(found: Versions) -> Result<Self, Foreign> {
        if found.format != FORMAT {
            return Err(Foreign::Format(found.format));
        }
        if found.map != FINGERPRINT {
            return Err(Foreign::Map(found.map));
        }
        Ok(Self)
    }
}

/// The header of a snapshot from another version.
enum Foreign {
    Format(u32),
    Map(u64),
}

impl fmt::Display for Foreign {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Format(found) => {
                write!(f, "the snapshot has format {found}; this model reads only format {FORMAT}")
            }
            Self::Map(found) => {
                write!(
                    f,
                    "the snapshot is for register map {found:#018x}; this model has {FINGERPRINT:#018x}"
                )
            }
        }
    }
}
