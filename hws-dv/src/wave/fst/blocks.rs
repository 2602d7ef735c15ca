//! The table of blocks of an FST: a type of one byte and a length of eight, which includes itself.

use std::io::{Read, SeekFrom};

use super::{Seekable, limits};
use crate::wave::WaveError;

const HEADER: u8 = 0;
/// Blocks of value changes.
pub(super) const CHANGES: [u8; 3] = [1, 5, 8];
/// Where the header has the number of those blocks.
const SECTIONS_AT: u64 = 9 + 7 * 8;
pub(super) const GEOMETRY: u8 = 3;
const HIERARCHIES: [u8; 3] = [4, 6, 7];
const WRAPPER: u8 = 254;

/// Checks that every block is in the file and that the blocks written last are there; the position is 0 afterwards.
pub(super) fn check(input: &mut Box<dyn Seekable>) -> Result<(), WaveError> {
    let size = input.seek(SeekFrom::End(0))?;
    let (mut at, mut seen) = (0, Vec::new());
    while at < size {
        input.seek(SeekFrom::Start(at))?;
        let (kind, length) = block(input, at)?;
        let next = (at + 1).checked_add(length).filter(|&next| length >= 8 && next <= size);
        let next = next.ok_or(WaveError::CutHeader { inside: "a block of the FST", byte: size })?;
        limits::check(input, kind, at, length)?;
        at = next;
        seen.push(kind);
    }
    if seen.first() == Some(&HEADER) {
        let announced = word(input, SECTIONS_AT)?;
        if announced > seen.iter().filter(|kind| CHANGES.contains(kind)).count() as u64 {
            return Err(WaveError::CutHeader { inside: "the blocks of value changes", byte: size });
        }
    }
    input.seek(SeekFrom::Start(0))?;
    let has_names = HIERARCHIES.iter().any(|kind| seen.contains(kind));
    let is_whole = seen.contains(&HEADER) && seen.contains(&GEOMETRY) && has_names;
    if is_whole || seen.first() == Some(&WRAPPER) {
        return Ok(());
    }
    let reason = "the names of the signals are missing: the file is cut, or the simulation did not close it; \
                  let the simulation end, or dump VCD";
    Err(WaveError::Damaged { format: "FST", reason: reason.to_owned() })
}

pub(super) fn word(input: &mut Box<dyn Seekable>, at: u64) -> Result<u64, WaveError> {
    let mut bytes = [0; 8];
    input.seek(SeekFrom::Start(at))?;
    input.read_exact(&mut bytes)?;
    Ok(u64::from_be_bytes(bytes))
}

fn block(input: &mut Box<dyn Seekable>, at: u64) -> Result<(u8, u64), WaveError> {
    let mut bytes = [0; 9];
    let mut got = 0;
    while got < bytes.len() {
        match input.read(&mut bytes[got..])? {
            0 => return Err(WaveError::CutHeader { inside: "a block of the FST", byte: at + got as u64 }),
            more => got += more,
        }
    }
    let [kind, length @ ..] = bytes;
    Ok((kind, u64::from_be_bytes(length)))
}
