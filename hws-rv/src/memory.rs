//! Memory for a board: bytes from an address on.

use crate::bus::Size;

/// Bytes from an address on; all 0 at first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CoreMemory {
    base: u32,
    bytes: Vec<u8>,
}

impl CoreMemory {
    /// Creates memory of `size` bytes at `base`.
    #[must_use]
    pub fn new(base: u32, size: u32) -> Self {
        Self { base, bytes: vec![0; size as usize] }
    }

    /// Creates memory with these bytes at `base`.
    #[must_use]
    pub const fn with_bytes(base: u32, bytes: Vec<u8>) -> Self {
        Self { base, bytes }
    }

    /// Returns all bytes.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns all bytes, mutable.
    pub fn bytes_mut(&mut self) -> &mut [u8] {
        &mut self.bytes
    }

    /// Reads little-endian; none if not all bytes are inside.
    #[must_use]
    pub fn read(&self, address: u32, size: Size) -> Option<u32> {
        let start = address.checked_sub(self.base)? as usize;
        let bytes = self.bytes.get(start..start.checked_add(size.bytes() as usize)?)?;
        Some(match *bytes {
            [a] => u32::from(a),
            [a, b] => u32::from(u16::from_le_bytes([a, b])),
            [a, b, c, d] => u32::from_le_bytes([a, b, c, d]),
            _ => return None,
        })
    }

    /// Writes the low bytes of `value`; none, without an effect, if not all bytes are inside.
    pub fn write(&mut self, address: u32, size: Size, value: u32) -> Option<()> {
        let bytes = value.to_le_bytes();
        self.load(address, bytes.get(..size.bytes() as usize)?)
    }

    /// Writes bytes; none, without an effect, if not all of them are inside.
    pub fn load(&mut self, address: u32, bytes: &[u8]) -> Option<()> {
        let start = address.checked_sub(self.base)? as usize;
        self.bytes.get_mut(start..start.checked_add(bytes.len())?)?.copy_from_slice(bytes);
        Some(())
    }
}
