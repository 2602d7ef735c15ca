//! What a reader needs to read the whole blocks of a file that is cut, or that was not closed: the widths of the signals.
//!
//! They follow from the names, which must fit the first values of every block of changes.

use std::io::{Cursor, Read, Write};

use flate2::Compression;
use flate2::write::GzEncoder;

use super::Seekable;
use super::blocks::{Blocks, GEOMETRY, word};
use super::limits::{FirstValues, HEAD};
use super::signals::{Signals, Values};
use super::view::View;
use crate::wave::WaveError;

const NAMES: u8 = 4;
/// Where the header has the numbers of scopes and of variables.
const COUNTS_AT: u64 = HEAD + 4 * 8;

/// A file that has the names of another one.
pub(crate) enum NamesFile {
    /// A finished dump.
    Finished(Box<dyn Seekable>),
    /// The names as a writer keeps them until it closes its file.
    Kept(Vec<u8>),
}

/// A file with the blocks that stand in, and its signals.
pub(super) struct Repaired {
    pub(super) view: View,
    pub(super) signals: Signals,
    /// There are more signals than names.
    pub(super) is_cut: bool,
}

/// The names, if they fit the changes, and the file with the blocks that stand in.
pub(super) fn repaired(
    mut input: Box<dyn Seekable>,
    blocks: &Blocks,
    names: NamesFile,
) -> Result<Repaired, WaveError> {
    let signals = match names {
        NamesFile::Finished(other) => of_finished(other)?,
        NamesFile::Kept(names) => of_kept(&mut input, blocks, &names)?,
    };
    let mut number = 0;
    for at in &blocks.changes {
        let first = FirstValues::of(&mut input, at + HEAD)?;
        signals.fit(first).map_err(WaveError::of_names)?;
        number = first.signals;
    }
    let is_cut = signals.number() < number;
    if !is_cut {
        let counts = (word(&mut input, COUNTS_AT)?, word(&mut input, COUNTS_AT + 8)?);
        signals.check_counts(counts).map_err(WaveError::of_names)?;
    }
    let mut tail = geometry(&signals.values, number);
    // Its names are not read again, but a file without any is refused.
    tail.extend(block(NAMES, &[0; 8]));
    Ok(Repaired { view: View::new(input, blocks.end, tail)?, signals, is_cut })
}

fn of_finished(mut other: Box<dyn Seekable>) -> Result<Signals, WaveError> {
    let blocks = Blocks::of(&mut other)?;
    if blocks.cut.is_some() && !blocks.has_names {
        return Err(WaveError::of_names("has no names itself".to_owned()));
    }
    Ok(Signals::open(View::new(other, blocks.end, Vec::new())?)?.1)
}

/// A file of the header and the names alone.
fn of_kept(input: &mut Box<dyn Seekable>, blocks: &Blocks, names: &[u8]) -> Result<Signals, WaveError> {
    let mut bytes = Vec::new();
    input.rewind()?;
    input.take(blocks.header).read_to_end(&mut bytes)?;
    bytes.extend(geometry(&[], 0));
    let mut packer = GzEncoder::new((names.len() as u64).to_be_bytes().to_vec(), Compression::none());
    packer.write_all(names)?;
    bytes.extend(block(NAMES, &packer.finish()?));
    let end = bytes.len() as u64;
    match Signals::open(View::new(Box::new(Cursor::new(bytes)), end, Vec::new())?) {
        Ok((_, signals)) => Ok(signals),
        Err(WaveError::Damaged { .. }) => {
            Err(WaveError::of_names("is neither an FST nor a file `.hier` with names".to_owned()))
        }
        Err(error) => Err(error),
    }
}

/// The widths of so many signals; those that have no name are never read, so that any width will do.
fn geometry(values: &[Values], number: u64) -> Vec<u8> {
    let mut widths = Vec::new();
    for values in values {
        varint(
            match *values {
                Values::Real => 0,
                Values::Text(0) => u32::MAX,
                Values::Digits(bytes) | Values::Text(bytes) => bytes,
            },
            &mut widths,
        );
    }
    let lost = number.saturating_sub(values.len() as u64);
    widths.resize(widths.len() + lost as usize, 1);
    let mut content = (widths.len() as u64).to_be_bytes().to_vec();
    content.extend((values.len() as u64 + lost).to_be_bytes());
    content.extend(widths);
    block(GEOMETRY, &content)
}

fn block(kind: u8, content: &[u8]) -> Vec<u8> {
    let length = content.len() as u64 + 8;
    [&[kind], &length.to_be_bytes()[..], content].concat()
}

/// A number in groups of seven bits, the lowest first.
fn varint(mut number: u32, to: &mut Vec<u8>) {
    while number > 0x7F {
        to.push(number as u8 | 0x80);
        number >>= 7;
    }
    to.push(number as u8);
}
