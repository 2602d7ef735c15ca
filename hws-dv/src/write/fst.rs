//! FST: declarations by the crate `fst-writer`, value changes here.
//!
//! `fst-writer` takes a change as text and keeps one list for all signals, which takes longer than everything else
//! together. Here a change is appended to the bytes of its signal.
//!
//! The head of the file is updated after every block, so that a program that is killed leaves a file that can be read
//! up to the last one.

mod block;
mod declare;
mod varint;

use std::io::{self, Seek, SeekFrom, Write};

use super::files::Format;
use super::signals::Signal;
use super::stream::{Change, TIME};
use block::Block;

/// Bytes of changes in a block. A block also has the values of all signals at its start.
const BLOCK: usize = 16 << 20;

/// Where the head has the time of the end and the number of blocks.
const END_TIME: u64 = 1 + 2 * 8;
const BLOCKS: u64 = 1 + 8 * 8;

/// An FST that is being written.
pub(crate) struct FstFile<W> {
    output: W,
    block: Block,
    blocks: u64,
}

impl<W: Write + Seek> FstFile<W> {
    /// Writes declarations; the signals have these values at time 0.
    pub(crate) fn new(mut output: W, signals: &[Signal], values: &[u64]) -> io::Result<Self> {
        output.write_all(&declare::declarations(signals)?)?;
        Ok(Self { output, block: Block::new(signals, values), blocks: 0 })
    }

    fn write_block(&mut self) -> io::Result<()> {
        self.output.write_all(&self.block.encode())?;
        self.blocks += 1;
        self.write_at(END_TIME, self.block.end())?;
        self.write_at(BLOCKS, self.blocks)?;
        self.output.seek(SeekFrom::End(0))?;
        self.output.flush()
    }

    fn write_at(&mut self, position: u64, number: u64) -> io::Result<()> {
        self.output.seek(SeekFrom::Start(position))?;
        self.output.write_all(&number.to_be_bytes())
    }
}

impl<W: Write + Seek + Send> Format for FstFile<W> {
    fn write(&mut self, changes: &[Change]) -> io::Result<()> {
        for change in changes {
            if change.signal != TIME {
                self.block.change(change.signal as usize, change.value);
                continue;
            }
            // The values at time 0 are those at the start of the first block, which readers ignore if there is a
            // stamp of the same time.
            if change.value == 0 {
                continue;
            }
            // A block begins with a time stamp.
            if self.block.size() >= BLOCK {
                self.write_block()?;
            }
            self.block.time(change.value);
        }
        Ok(())
    }

    fn finish(&mut self) -> io::Result<()> {
        self.write_block()
    }
}

#[cfg(test)]
mod tests;
