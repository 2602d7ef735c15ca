//! Address ranges without registers.

use super::{MapAccess, Placed};

/// A memory, or a window of another block.
#[derive(Clone, Debug)]
pub struct MapMemory {
    /// Its name.
    pub name: Placed<String>,
    /// The page it is on.
    pub page: String,
    /// Its first byte.
    pub offset: Placed<u64>,
    /// Its length in bytes.
    pub bytes: Placed<u64>,
    /// Bits of an entry.
    pub width: Placed<u32>,
    /// The bus side: RW, RO or WO.
    pub access: Placed<MapAccess>,
    /// Where it is in the RTL.
    pub hdl_path: Option<String>,
    /// Its purpose.
    pub description: String,
}

impl MapMemory {
    /// Returns the number of entries.
    #[must_use]
    pub fn entries(&self) -> u64 {
        self.bytes.value / u64::from((self.width.value / 8).max(1))
    }
}
