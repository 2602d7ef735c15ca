//! The sizes that the blocks of an FST announce, which the reader reserves before it looks at their content.
//!
//! A size that the bytes of its block cannot have is refused here: memory for it may not exist, and then the process
//! would end without a message.

use std::io::{Read, SeekFrom};

use super::Seekable;
use super::blocks::{CHANGES, GEOMETRY, word};
use crate::wave::WaveError;

const BLACKOUT: u8 = 2;
const NAMES: [u8; 2] = [4, 6];
const NAMES_TWICE_PACKED: u8 = 7;

/// Deflate makes at most 1032 bytes of one, LZ4 at most 255.
const RATIO: u64 = 1032;
/// Bytes of the type and the length of a block.
pub(super) const HEAD: u64 = 9;
/// Start, end and the memory that a writer needed, before the first values of a block of changes.
const TIMES: u64 = 3 * 8;
/// The sizes of the time table, at the end of a block of changes.
const TIME_TABLE: u64 = 3 * 8;

/// Checks the block at `at`, of this type and length; the length includes itself.
pub(super) fn check(input: &mut Box<dyn Seekable>, kind: u8, at: u64, length: u64) -> Result<(), WaveError> {
    let (first, end) = (at + HEAD, at + 1 + length);
    match kind {
        // Every signal takes a byte or more.
        GEOMETRY => {
            let (bytes, signals) = (word(input, first)?, word(input, first + 8)?);
            require(bytes <= packed(length) && signals <= bytes, "signals")
        }
        BLACKOUT => require(varint(input, first)?.0 <= length, "times without values"),
        NAMES_TWICE_PACKED => {
            let (all, (once, _)) = (word(input, first)?, varint(input, first + 8)?);
            require(once <= packed(length) && all <= packed(once), "names")
        }
        kind if NAMES.contains(&kind) => require(word(input, first)? <= packed(length), "names"),
        kind if CHANGES.contains(&kind) => changes(input, first, end, length),
        _ => Ok(()),
    }
}

/// The first values, the table of changes and the table of times.
fn changes(input: &mut Box<dyn Seekable>, first: u64, end: u64, length: u64) -> Result<(), WaveError> {
    require(length >= 8 + TIMES + TIME_TABLE, "changes")?;
    let FirstValues { bytes, stored, signals, at } = FirstValues::of(input, first)?;
    require(stored <= length && bytes <= packed(stored), "values")?;
    // A signal takes a byte or more, except for texts, each of which has at least a byte in the table of changes.
    require(signals <= packed(length), "signals")?;
    let table = at + stored;
    require(table < end && varint(input, table)?.0 <= packed(length), "signals")?;
    let times = end - TIME_TABLE;
    let (bytes, stored, count) = (word(input, times)?, word(input, times + 8)?, word(input, times + 16)?);
    // Every time takes a byte or more.
    require(stored <= length && bytes <= packed(stored) && count <= bytes, "times")
}

/// The sizes of the values with which a block of changes begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FirstValues {
    /// One per bit, eight per real, none per text.
    pub(super) bytes: u64,
    stored: u64,
    pub(super) signals: u64,
    at: u64,
}

impl FirstValues {
    /// Of the block of changes whose content begins at `first`.
    pub(super) fn of(input: &mut Box<dyn Seekable>, first: u64) -> Result<Self, WaveError> {
        let (bytes, size) = varint(input, first + TIMES)?;
        let (stored, size_of_stored) = varint(input, first + TIMES + size)?;
        let before = first + TIMES + size + size_of_stored;
        let (signals, size_of_signals) = varint(input, before)?;
        Ok(Self { bytes, stored, signals, at: before + size_of_signals })
    }
}

/// The most bytes that so many packed ones can have.
fn packed(bytes: u64) -> u64 {
    bytes.saturating_mul(RATIO)
}

fn require(holds: bool, what: &str) -> Result<(), WaveError> {
    if holds {
        return Ok(());
    }
    let reason = format!("a block announces more {what} than its bytes can have");
    Err(WaveError::Damaged { format: "FST", reason })
}

/// A number in groups of seven bits, the lowest first, and its bytes.
fn varint(input: &mut Box<dyn Seekable>, at: u64) -> Result<(u64, u64), WaveError> {
    input.seek(SeekFrom::Start(at))?;
    let (mut number, mut byte) = (0, [0]);
    for size in 0..10 {
        input.read_exact(&mut byte)?;
        number |= u64::from(byte[0] & 0x7F).checked_shl(7 * size).unwrap_or(0);
        if byte[0] & 0x80 == 0 {
            return Ok((number, u64::from(size) + 1));
        }
    }
    require(false, "digits").map(|()| (0, 0))
}
