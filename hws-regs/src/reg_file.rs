//! What the bus does with the register file.
//!
//! The storage itself is generated; here is the one way in and out. A refused write changes nothing.

use crate::{RegFile, RegId, WriteError};

impl Default for RegFile {
    fn default() -> Self {
        Self::reset()
    }
}

impl RegFile {
    /// What a bus read of the register returns; `None` when it is not stored here or the index is
    /// out of range. Pulse fields read 0.
    #[inline]
    #[must_use]
    pub fn read(&self, id: RegId) -> Option<u32> {
        self.stored(id).map(|bits| bits & !id.info().pulse_mask)
    }

    /// Stores a bus write: reserved bits and pulse fields are dropped.
    ///
    /// # Errors
    /// [`WriteError::NotStored`] and [`WriteError::Illegal`]; the file is unchanged then.
    #[inline]
    pub fn write(&mut self, id: RegId, value: u32) -> Result<(), WriteError> {
        let info = id.info();
        if !info.is_stored() {
            return Err(WriteError::NotStored);
        }
        if !info.is_legal(value) {
            return Err(WriteError::Illegal);
        }
        self.store(id, value & info.write_mask & !info.pulse_mask).ok_or(WriteError::NotStored)
    }
}
