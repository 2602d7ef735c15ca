//! Lines of JSON, built byte by byte, because a replay prints millions of them.
//!
//! Keys are in the order of the calls, and there are no spaces. A failed write is remembered and reported by
//! [`LineWriter::finish`]; nothing is written after it.
//!
//! Everything is copied into one buffer whose length does not change: a key as one piece with its punctuation, whose length the
//! compiler knows, and digits where they belong.

mod digits;

use std::fmt::Display;
use std::io::{self, Write};

use digits::Digits;

/// Bytes collected before they are written to the output.
const CHUNK: usize = 64 * 1024;
/// Bytes beyond them for the line that makes them full. A longer one is written in pieces.
const MARGIN: usize = 4 * 1024;
/// The longest beginning of a line: key and number, with room for the key's name.
const HEAD: usize = 32;

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
    output: W,
    /// Empty before the first line, then of constant length.
    buffer: Vec<u8>,
    used: usize,
    first_key: &'static str,
    head: Head,
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
    /// A writer of lines that begin with this key, of at most 8 bytes, and a number.
    pub(crate) const fn new(output: W, first_key: &'static str) -> Self {
        let head = Head { text: [0; HEAD], length: 0, value: 0 };
        Self { output, buffer: Vec::new(), used: 0, first_key, head, error: None }
    }

    /// Begins a line with the value of its first key.
    #[inline]
    pub(crate) fn begin(&mut self, value: u64) -> &mut Self {
        if self.head.length == 0 || self.head.value != value {
            self.head = Head::new(self.first_key, value);
            if self.buffer.is_empty() {
                self.buffer.resize(CHUNK + MARGIN, 0);
            }
        }
        let Head { text, length, .. } = self.head;
        self.put_first(&text, length);
        self
    }

    /// Adds a key with an integer.
    #[inline]
    pub(crate) fn number(&mut self, key: JsonKey, value: impl Into<u64>) -> &mut Self {
        self.put(key.text.as_bytes());
        self.put_number(value.into());
        self
    }

    /// Adds a key with a value whose `Display` is a JSON literal, such as `true` or `-1`.
    pub(crate) fn literal(&mut self, key: JsonKey, json: impl Display) -> &mut Self {
        self.put(key.text.as_bytes());
        // The buffer takes everything.
        let _ = write!(Text(self), "{json}");
        self
    }

    /// Adds a key with a string that needs no escapes.
    #[inline]
    pub(crate) fn text(&mut self, key: JsonKey, name: &str) -> &mut Self {
        self.put(key.text.as_bytes());
        self.put(b"\"");
        self.put(name.as_bytes());
        self.put(b"\"");
        self
    }

    /// Adds a key with a value whose `Display` needs no escapes, as a string.
    pub(crate) fn shown(&mut self, key: JsonKey, name: impl Display) -> &mut Self {
        self.put(key.text.as_bytes());
        // The buffer takes everything.
        let _ = write!(Text(self), "\"{name}\"");
        self
    }

    /// Adds a key with an array of integers.
    pub(crate) fn numbers(&mut self, key: JsonKey, values: &[u32]) -> &mut Self {
        self.put(key.text.as_bytes());
        self.put(b"[");
        for (index, &value) in values.iter().enumerate() {
            if index > 0 {
                self.put(b",");
            }
            self.put_number(value.into());
        }
        self.put(b"]");
        self
    }

    /// Ends the line.
    #[inline]
    pub(crate) fn end(&mut self) {
        self.put(b"}\n");
        if self.used >= CHUNK {
            self.flush_buffer();
        }
    }

    /// Whether the output has failed, so that further lines are lost.
    pub(crate) const fn is_broken(&self) -> bool {
        self.error.is_some()
    }

    /// Writes what is buffered and returns the output, or its first error.
    pub(crate) fn finish(mut self) -> io::Result<W> {
        self.flush_buffer();
        if self.error.is_none() {
            self.error = self.output.flush().err();
        }
        self.error.map_or(Ok(self.output), Err)
    }

    #[inline]
    fn put(&mut self, bytes: &[u8]) {
        match self.buffer.get_mut(self.used..self.used + bytes.len()) {
            Some(place) => {
                place.copy_from_slice(bytes);
                self.used += bytes.len();
            }
            None => self.put_in_pieces(bytes),
        }
    }

    /// Puts the first bytes of a text. Copying all of it is faster, since its length is known.
    #[inline]
    fn put_first<const N: usize>(&mut self, text: &[u8; N], length: usize) {
        match self.buffer.get_mut(self.used..self.used + N) {
            Some(place) => {
                place.copy_from_slice(text);
                self.used += length;
            }
            None => self.put_in_pieces(&text[..length]),
        }
    }

    #[inline]
    fn put_number(&mut self, value: u64) {
        let digits = Digits::of(value);
        match self.buffer.get_mut(self.used..self.used + digits.count()) {
            Some(place) => {
                digits.write(place);
                self.used += digits.count();
            }
            None => {
                let mut text = [0; Digits::MOST];
                digits.write(&mut text[..digits.count()]);
                self.put_in_pieces(&text[..digits.count()]);
            }
        }
    }

    #[cold]
    fn put_in_pieces(&mut self, bytes: &[u8]) {
        for piece in bytes.chunks(CHUNK) {
            self.flush_buffer();
            self.buffer[..piece.len()].copy_from_slice(piece);
            self.used = piece.len();
        }
    }

    fn flush_buffer(&mut self) {
        if self.error.is_none() && self.used > 0 {
            self.error = self.output.write_all(&self.buffer[..self.used]).err();
        }
        self.used = 0;
    }
}

impl Head {
    fn new(key: &str, value: u64) -> Self {
        let (mut text, digits) = ([0; HEAD], Digits::of(value));
        let mut length = 0;
        for piece in [&b"{\""[..], key.as_bytes(), b"\":"] {
            text[length..length + piece.len()].copy_from_slice(piece);
            length += piece.len();
        }
        digits.write(&mut text[length..length + digits.count()]);
        Self { text, length: length + digits.count(), value }
    }
}

/// Formatted text goes to the line.
struct Text<'l, W>(&'l mut LineWriter<W>);

impl<W: Write> Write for Text<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.put(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
pub(crate) mod tests;
