//! The addresses of the descriptors of the fuzz targets.

use hws_types::TD_WORDS;

/// The number of descriptors in memory.
pub(crate) const PLACES: u32 = 32;
const WORD_BYTES: u32 = 4;
const BYTES: u32 = TD_WORDS as u32 * WORD_BYTES;
/// Half of the descriptors are at the end of the address space, the others follow at its begin.
const FIRST: u32 = (PLACES / 2 * BYTES).wrapping_neg();

/// The address of a descriptor.
pub(crate) fn address(place: u32) -> u32 {
    FIRST.wrapping_add(place % PLACES * BYTES)
}

/// The address of one word of a descriptor.
pub(crate) fn word_address(place: u32, word: u32) -> u32 {
    address(place) + word % TD_WORDS as u32 * WORD_BYTES
}
