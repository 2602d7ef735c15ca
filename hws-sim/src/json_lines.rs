//! Lines of JSON, built byte by byte, because a replay prints millions of them.
//!
//! Keys are in the order of the calls, and there are no spaces. A failed write is remembered and reported by
//! [`LineWriter::finish`]; nothing is written after it.
//!
//! Everything is copied into one buffer whose length does not change: what is constant as one piece whose length the compiler
//! knows, digits as a word that holds all of them. Where the line ends so far is a local variable of the caller, since
//! everything that moves it is inlined.

mod digits;
mod word;

use std::fmt::Display;
use std::io::{self, Write};

use digits::Digits;
pub(crate) use word::Word;

/// Bytes collected before they are written to the output.
const CHUNK: usize = 64 * 1024;
/// Bytes beyond them for the line that makes them full. A longer one is written in pieces.
const MARGIN: usize = 4 * 1024;
/// The longest beginning of a line: both keys, of at most 8 bytes, their punctuation, and a number. It never fills it, although
/// numbers are copied with more bytes than they have digits.
const HEAD: usize = 48;

/// A key of a line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct JsonKey {
    /// Its name.
    pub(crate) name: &'static str,
    /// Its name with the punctuation around it, where it is not the first one.
    pub(crate) text: &'static str,
}

/// The key of a name, which needs no escapes.
macro_rules! json_key {
    ($name:literal) => {
        $crate::json_lines::JsonKey { name: $name, text: concat!(",\"", $name, "\":") }
    };
}
pub(crate) use json_key;

/// Writes one flat JSON object per line.
#[derive(Debug)]
pub(crate) struct LineWriter<W> {
    output: Output<W>,
    /// Empty before the first line, then of constant length.
    buffer: Vec<u8>,
    used: usize,
    keys: [JsonKey; 2],
    head: Head,
}

/// A line that is being written.
pub(crate) struct Line<'w, W> {
    output: &'w mut Output<W>,
    buffer: &'w mut [u8],
    /// The bytes of the buffer that are used, for the lines to come.
    total: &'w mut usize,
    used: usize,
}

/// An output that fails once.
#[derive(Debug)]
struct Output<W> {
    output: W,
    error: Option<io::Error>,
}

/// The beginning of a line as it was written last: many lines begin alike.
#[derive(Clone, Copy, Debug)]
struct Head {
    text: [u8; HEAD],
    length: usize,
    value: u64,
}

impl<W: Write> LineWriter<W> {
    /// A writer of lines that begin with these keys, of at most 8 bytes together: the first one has a number, the second
    /// one a name.
    pub(crate) const fn new(output: W, keys: [JsonKey; 2]) -> Self {
        let head = Head { text: [0; HEAD], length: 0, value: 0 };
        Self { output: Output { output, error: None }, buffer: Vec::new(), used: 0, keys, head }
    }

    /// Begins a line with the values of its first two keys.
    #[inline(always)]
    pub(crate) fn begin(&mut self, value: u64, name: Word) -> Line<'_, W> {
        if self.head.length == 0 || self.head.value != value {
            self.renew_head(value);
        }
        let Self { output, buffer, used: total, head: Head { text, length, .. }, .. } = self;
        let mut line = Line { output, buffer, used: *total, total };
        line.put_first(text, *length);
        line.put_first(&name.text, name.length);
        line
    }

    #[inline(never)]
    fn renew_head(&mut self, value: u64) {
        self.head = Head::new(self.keys, value);
        if self.buffer.is_empty() {
            self.buffer.resize(CHUNK + MARGIN, 0);
        }
    }

    /// Whether the output has failed, so that further lines are lost.
    pub(crate) const fn is_broken(&self) -> bool {
        self.output.error.is_some()
    }

    /// Writes what is buffered.
    pub(crate) fn flush_buffer(&mut self) {
        self.output.write(&self.buffer[..self.used]);
        self.used = 0;
    }

    /// Writes what is buffered and returns the output, or its first error.
    pub(crate) fn finish(mut self) -> io::Result<W> {
        self.flush_buffer();
        let Output { mut output, error } = self.output;
        match error {
            None => output.flush().map(|()| output),
            Some(error) => Err(error),
        }
    }
}

impl<W: Write> Line<'_, W> {
    /// Adds a key with an integer.
    #[inline(always)]
    pub(crate) fn number(&mut self, key: JsonKey, value: impl Into<u64>) -> &mut Self {
        self.put(key.text.as_bytes());
        self.put_number(value.into());
        self
    }

    /// Adds a key with an integer that may be negative.
    #[inline(always)]
    pub(crate) fn signed(&mut self, key: JsonKey, value: i64) -> &mut Self {
        self.put(key.text.as_bytes());
        if value < 0 {
            self.put(b"-");
        }
        self.put_number(value.unsigned_abs());
        self
    }

    /// Adds a key with a truth value.
    #[inline(always)]
    pub(crate) fn flag(&mut self, key: JsonKey, value: bool) -> &mut Self {
        self.put(key.text.as_bytes());
        if value {
            self.put(b"true")
        } else {
            self.put(b"false")
        }
        self
    }

    /// Adds a key with a string that needs no escapes.
    #[inline(always)]
    pub(crate) fn text(&mut self, key: JsonKey, name: &str) -> &mut Self {
        self.put(key.text.as_bytes());
        self.put(b"\"");
        self.put(name.as_bytes());
        self.put(b"\"");
        self
    }

    /// Adds a key with a value whose `Display` needs no escapes, as a string.
    #[inline(always)]
    pub(crate) fn shown(&mut self, key: JsonKey, name: impl Display) -> &mut Self {
        self.text(key, &name.to_string())
    }

    /// Adds a key with an array of integers.
    #[inline(always)]
    pub(crate) fn numbers(&mut self, key: JsonKey, values: &[u32]) -> &mut Self {
        self.put(key.text.as_bytes());
        self.put(b"[");
        if let [first, further @ ..] = values {
            self.put_number((*first).into());
            for &value in further {
                self.put(b",");
                self.put_number(value.into());
            }
        }
        self.put(b"]");
        self
    }

    /// Ends the line.
    #[inline(always)]
    pub(crate) fn end(mut self) {
        self.put(b"}\n");
        if self.used >= CHUNK {
            self.used = self.output.spill(self.buffer, self.used, b"");
        }
        *self.total = self.used;
    }

    #[inline(always)]
    fn put(&mut self, bytes: &[u8]) {
        match self.buffer.get_mut(self.used..self.used + bytes.len()) {
            Some(place) => {
                place.copy_from_slice(bytes);
                self.used += bytes.len();
            }
            None => self.used = self.output.spill(self.buffer, self.used, bytes),
        }
    }

    /// Puts the first bytes of a text. Copying all of it is faster, since its length is known.
    #[inline(always)]
    fn put_first<const N: usize>(&mut self, text: &[u8; N], length: usize) {
        match self.buffer.get_mut(self.used..self.used + N) {
            Some(place) => {
                place.copy_from_slice(text);
                self.used += length;
            }
            None => self.used = self.output.spill(self.buffer, self.used, &text[..length]),
        }
    }

    #[inline(always)]
    fn put_number(&mut self, value: u64) {
        match Digits::of(value) {
            Digits::Small(text, length) => self.put_first(&text, length),
            Digits::Word(text, length) => self.put_first(&text, length),
            Digits::Two(first, length, last) => {
                self.put_first(&first, length);
                self.put(&last);
            }
            Digits::Any(text, length) => self.put_first(&text, length),
        }
    }
}

impl<W: Write> Output<W> {
    /// Writes the used bytes of a full buffer and begins it again with further ones; returns how many bytes are used then.
    #[cold]
    fn spill(&mut self, buffer: &mut [u8], mut used: usize, further: &[u8]) -> usize {
        self.write(&buffer[..used]);
        used = 0;
        for piece in further.chunks(buffer.len()) {
            self.write(&buffer[..used]);
            buffer[..piece.len()].copy_from_slice(piece);
            used = piece.len();
        }
        used
    }

    fn write(&mut self, bytes: &[u8]) {
        if self.error.is_none() && !bytes.is_empty() {
            self.error = self.output.write_all(bytes).err();
        }
    }
}

impl Head {
    fn new([first, second]: [JsonKey; 2], value: u64) -> Self {
        let (mut text, mut output, mut length) = ([0; HEAD], Output { output: io::sink(), error: None }, 0);
        let mut line = Line { output: &mut output, buffer: &mut text, total: &mut length, used: 0 };
        line.put(b"{");
        // The first key has no comma before it.
        line.put(&first.text.as_bytes()[1..]);
        line.put_number(value);
        line.put(second.text.as_bytes());
        line.put(b"\"");
        let length = line.used;
        Self { text, length, value }
    }
}

#[cfg(test)]
pub(crate) mod tests;
