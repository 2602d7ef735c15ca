//! Bus accesses to the register file.
//!
//! The storage itself is generated. A refused write changes nothing.

use crate::{RegFile, RegId, WriteError};

impl Default for RegFile {
    fn default() -> Self {
        Self::reset()
    }
}

impl RegFile {
    /// Returns the word of a bus read, with 0 in pulse fields; `None` if the register is not stored here.
    #[inline]
    #[must_use]
    pub fn read(&self, id: RegId) -> Option<u32> {
        self.stored(id).map(|bits| bits & !id.info().pulse_mask)
    }

    /// Stores the word of a bus write, without reserved bits and pulse fields.
    ///
    /// # Errors
    /// [`WriteError`], which leaves the register file unchanged.
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
