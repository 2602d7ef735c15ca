//! The words of a VCD, read in blocks.

use std::io::{self, Read};

use crate::wave::WaveError;

const BLOCK: usize = 1 << 20;
/// The longest word: a vector of 64 million bits.
const LONGEST: usize = 64 << 20;

/// A reader of words separated by white space.
pub(super) struct Tokens {
    input: Box<dyn Read>,
    buffer: Vec<u8>,
    /// The unread part of the buffer.
    start: usize,
    end: usize,
    /// The offset of `start` in the file.
    offset: u64,
    line: u64,
    /// The length of the last word, which ends at `start`.
    last: usize,
    is_finished: bool,
    /// A compressed file ended early.
    is_broken_off: bool,
}

/// A word, and whether something follows it.
#[derive(Clone, Copy)]
pub(super) struct Token<'a> {
    pub(super) text: &'a [u8],
    /// White space follows, so the word is complete.
    pub(super) is_complete: bool,
}

impl Tokens {
    pub(super) fn new(input: Box<dyn Read>) -> Self {
        Self {
            input,
            buffer: vec![0; BLOCK],
            start: 0,
            end: 0,
            offset: 0,
            line: 1,
            last: 0,
            is_finished: false,
            is_broken_off: false,
        }
    }

    /// The line of the last word.
    pub(super) fn line(&self) -> u64 {
        self.line
    }

    /// The offset behind the last word.
    pub(super) fn offset(&self) -> u64 {
        self.offset
    }

    /// Whether the compressed data ended before the text.
    pub(super) fn is_broken_off(&self) -> bool {
        self.is_broken_off
    }

    /// The last word, until the next one is read.
    pub(super) fn last(&self) -> &[u8] {
        &self.buffer[self.start - self.last..self.start]
    }

    /// The next word; `None` at the end of the file.
    #[inline]
    pub(super) fn next(&mut self) -> Result<Option<Token<'_>>, WaveError> {
        self.skip_space()?;
        let mut length = 0;
        loop {
            let unread = &self.buffer[self.start + length..self.end];
            match unread.iter().position(|byte| byte.is_ascii_whitespace()) {
                Some(more) => return Ok(Some(self.take(length + more, true))),
                None => length += unread.len(),
            }
            if !self.refill()? {
                return Ok(if length == 0 { None } else { Some(self.take(length, false)) });
            }
        }
    }

    fn take(&mut self, length: usize, is_complete: bool) -> Token<'_> {
        let from = self.start;
        self.start += length;
        self.offset += length as u64;
        self.last = length;
        Token { text: &self.buffer[from..from + length], is_complete }
    }

    #[inline]
    fn skip_space(&mut self) -> Result<(), WaveError> {
        loop {
            while self.start < self.end {
                let byte = self.buffer[self.start];
                if !byte.is_ascii_whitespace() {
                    return Ok(());
                }
                self.line += u64::from(byte == b'\n');
                self.start += 1;
                self.offset += 1;
            }
            if !self.refill()? {
                return Ok(());
            }
        }
    }

    /// Reads more behind the unread part; `false` at the end of the file.
    fn refill(&mut self) -> Result<bool, WaveError> {
        if self.is_finished {
            return Ok(false);
        }
        self.buffer.copy_within(self.start..self.end, 0);
        (self.start, self.end) = (0, self.end - self.start);
        self.make_space()?;
        let read = self.read_block()?;
        self.end += read;
        self.is_finished = read == 0;
        Ok(read > 0)
    }

    fn make_space(&mut self) -> Result<(), WaveError> {
        if self.end < self.buffer.len() {
            return Ok(());
        }
        if self.buffer.len() >= LONGEST {
            let reason = format!("a word is longer than {} MiB: this is not a VCD", LONGEST >> 20);
            return Err(WaveError::Malformed { line: self.line, reason });
        }
        self.buffer.resize(self.buffer.len() * 2, 0);
        Ok(())
    }

    fn read_block(&mut self) -> Result<usize, WaveError> {
        loop {
            match self.input.read(&mut self.buffer[self.end..]) {
                Ok(read) => return Ok(read),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => (),
                Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
                    self.is_broken_off = true;
                    return Ok(0);
                }
                Err(error) => return Err(error.into()),
            }
        }
    }
}
