//! The table of blocks of an FST: a type of one byte and a length of eight, which includes itself.
//!
//! A writer appends blocks of changes while it runs; the block that it is writing has the length 0. It writes the
//! other blocks, and the times and counts of the header, when it closes the file.

use std::io::{ErrorKind, Read, SeekFrom};

use super::Seekable;
use super::limits::{self, HEAD};
use crate::wave::{Cut, WaveError};

const HEADER: u8 = 0;
/// Blocks of value changes.
pub(super) const CHANGES: [u8; 3] = [1, 5, 8];
/// Where the header has the last time, and the number of those blocks.
const END_AT: u64 = HEAD + 8;
const SECTIONS_AT: u64 = HEAD + 7 * 8;
pub(super) const GEOMETRY: u8 = 3;
const HIERARCHIES: [u8; 3] = [4, 6, 7];
const WRAPPER: u8 = 254;
const SKIP: u8 = 255;

/// The blocks that are whole.
#[derive(Debug)]
pub(super) struct Blocks {
    /// Where the header ends.
    pub(super) header: u64,
    /// Where the last of them ends.
    pub(super) end: u64,
    /// Where each block of value changes begins.
    pub(super) changes: Vec<u64>,
    /// Whether the widths and the names of the signals are among them.
    pub(super) has_names: bool,
    /// The end of a file that is cut, or that was not closed.
    pub(super) cut: Option<Cut>,
}

impl Blocks {
    /// Reads the table, and checks the sizes that each block announces.
    pub(super) fn of(input: &mut Box<dyn Seekable>) -> Result<Self, WaveError> {
        let size = input.seek(SeekFrom::End(0))?;
        let mut table = Table::default();
        let mut inside = table.read(input, size)?;
        if inside.is_none() && table.seen.first() != Some(&WRAPPER) {
            inside = table.unclosed(input)?;
        }
        let cut = match inside {
            Some(inside) => Some(table.cut(input, inside, size)?),
            None => None,
        };
        let has_names = table.has_names();
        let Table { header, end, changes, .. } = table;
        Ok(Self { header, end, changes, has_names, cut })
    }
}

#[derive(Default)]
struct Table {
    seen: Vec<u8>,
    header: u64,
    end: u64,
    changes: Vec<u64>,
}

const A_BLOCK: &str = "a block of the FST";
const A_BLOCK_OF_CHANGES: &str = "a block of value changes";

impl Table {
    /// Reads the blocks that are whole; what the file ends in, if another one follows.
    fn read(&mut self, input: &mut Box<dyn Seekable>, size: u64) -> Result<Option<&'static str>, WaveError> {
        while self.end < size {
            let at = self.end;
            let Some((kind, length)) = block(input, at)? else { return Ok(Some(A_BLOCK)) };
            let next = (at + 1).checked_add(length).filter(|&next| length >= 8 && next <= size);
            let Some(next) = next else {
                let is_of_changes = kind == SKIP || CHANGES.contains(&kind);
                return Ok(Some(if is_of_changes { A_BLOCK_OF_CHANGES } else { A_BLOCK }));
            };
            limits::check(input, kind, at, length)?;
            self.end = next;
            if self.seen.is_empty() {
                self.header = next;
            }
            if CHANGES.contains(&kind) {
                self.changes.push(at);
            }
            self.seen.push(kind);
        }
        Ok(None)
    }

    /// What is missing in a file whose blocks are all whole.
    fn unclosed(&self, input: &mut Box<dyn Seekable>) -> Result<Option<&'static str>, WaveError> {
        if self.seen.first() != Some(&HEADER) {
            return Ok(Some(A_BLOCK));
        }
        let (end, sections) = (word(input, END_AT)?, word(input, SECTIONS_AT)?);
        let is_open = end == 0 && self.last_time(input)?.unwrap_or(0) > 0;
        if is_open || sections > self.changes.len() as u64 {
            return Ok(Some("the blocks of value changes"));
        }
        Ok((!self.has_names()).then_some("the blocks after the value changes"))
    }

    /// The cut, if there are changes before it.
    fn cut(&self, input: &mut Box<dyn Seekable>, inside: &'static str, byte: u64) -> Result<Cut, WaveError> {
        let has_header = self.seen.first() == Some(&HEADER);
        match self.last_time(input)?.filter(|_| has_header) {
            Some(time) => Ok(Cut { inside, byte, time: Some(time) }),
            None if has_header && inside == A_BLOCK_OF_CHANGES => {
                Err(WaveError::CutHeader { inside: "the first block of value changes", byte })
            }
            None => Err(WaveError::CutHeader { inside, byte }),
        }
    }

    /// The last time of the last block of value changes.
    fn last_time(&self, input: &mut Box<dyn Seekable>) -> Result<Option<u64>, WaveError> {
        self.changes.last().map(|last| word(input, last + HEAD + 8)).transpose()
    }

    fn has_names(&self) -> bool {
        self.seen.contains(&GEOMETRY) && HIERARCHIES.iter().any(|kind| self.seen.contains(kind))
    }
}

pub(super) fn word(input: &mut Box<dyn Seekable>, at: u64) -> Result<u64, WaveError> {
    let mut bytes = [0; 8];
    input.seek(SeekFrom::Start(at))?;
    input.read_exact(&mut bytes)?;
    Ok(u64::from_be_bytes(bytes))
}

/// The type and the length of the block at `at`; `None` if the file ends inside them.
fn block(input: &mut Box<dyn Seekable>, at: u64) -> Result<Option<(u8, u64)>, WaveError> {
    let mut bytes = [0; HEAD as usize];
    input.seek(SeekFrom::Start(at))?;
    match input.read_exact(&mut bytes) {
        Err(error) if error.kind() == ErrorKind::UnexpectedEof => return Ok(None),
        read => read?,
    }
    let [kind, length @ ..] = bytes;
    Ok(Some((kind, u64::from_be_bytes(length))))
}
