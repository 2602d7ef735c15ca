//! Lines of JSON, built byte by byte, because a replay prints millions of them.
//!
//! Keys are in the order of the calls, and there are no spaces. A failed write is remembered and reported by
//! [`LineWriter::finish`]; nothing is written after it.

use std::fmt::Display;
use std::io::{self, Write};

/// Bytes collected before they are written to the output.
const CHUNK: usize = 64 * 1024;

/// Writes one flat JSON object per line.
#[derive(Debug)]
pub(crate) struct LineWriter<W> {
    output: W,
    buffer: Vec<u8>,
    error: Option<io::Error>,
}

impl<W: Write> LineWriter<W> {
    pub(crate) const fn new(output: W) -> Self {
        Self { output, buffer: Vec::new(), error: None }
    }

    /// Begins a line with its first key.
    pub(crate) fn begin(&mut self, key: &str, value: u64) -> &mut Self {
        self.buffer.extend_from_slice(b"{\"");
        self.key_tail(key);
        push_decimal(&mut self.buffer, value);
        self
    }

    /// Adds a key with an integer.
    pub(crate) fn number(&mut self, key: &str, value: impl Into<u64>) -> &mut Self {
        self.key(key);
        push_decimal(&mut self.buffer, value.into());
        self
    }

    /// Adds a key with a value whose `Display` is a JSON literal, such as `true` or `-1`.
    pub(crate) fn literal(&mut self, key: &str, json: impl Display) -> &mut Self {
        self.key(key);
        // Writing into a Vec cannot fail.
        let _ = write!(self.buffer, "{json}");
        self
    }

    /// Adds a key with a string that needs no escapes.
    pub(crate) fn text(&mut self, key: &str, name: &str) -> &mut Self {
        self.key(key);
        self.buffer.push(b'"');
        self.buffer.extend_from_slice(name.as_bytes());
        self.buffer.push(b'"');
        self
    }

    /// Adds a key with a value whose `Display` needs no escapes, as a string.
    pub(crate) fn shown(&mut self, key: &str, name: impl Display) -> &mut Self {
        self.key(key);
        // Writing into a Vec cannot fail.
        let _ = write!(self.buffer, "\"{name}\"");
        self
    }

    /// Adds a key with an array of integers.
    pub(crate) fn numbers(&mut self, key: &str, values: &[u32]) -> &mut Self {
        self.key(key);
        self.buffer.push(b'[');
        for (index, &value) in values.iter().enumerate() {
            if index > 0 {
                self.buffer.push(b',');
            }
            push_decimal(&mut self.buffer, value.into());
        }
        self.buffer.push(b']');
        self
    }

    /// Ends the line.
    pub(crate) fn end(&mut self) {
        self.buffer.extend_from_slice(b"}\n");
        if self.buffer.len() >= CHUNK {
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

    fn key(&mut self, key: &str) {
        self.buffer.extend_from_slice(b",\"");
        self.key_tail(key);
    }

    fn key_tail(&mut self, key: &str) {
        self.buffer.extend_from_slice(key.as_bytes());
        self.buffer.extend_from_slice(b"\":");
    }

    fn flush_buffer(&mut self) {
        if self.error.is_none() {
            self.error = self.output.write_all(&self.buffer).err();
        }
        self.buffer.clear();
    }
}

/// Appends a decimal integer.
fn push_decimal(buffer: &mut Vec<u8>, mut value: u64) {
    // 2^64 - 1 has 20 digits.
    let mut digits = [0; 20];
    let mut first = digits.len();
    loop {
        first -= 1;
        digits[first] = b'0' + (value % 10) as u8;
        value /= 10;
        if value == 0 {
            break;
        }
    }
    buffer.extend_from_slice(&digits[first..]);
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// An output that refuses every write, and counts them.
    #[derive(Debug, Default)]
    pub(crate) struct Broken(pub(crate) usize);

    impl Write for Broken {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            self.0 += 1;
            Err(io::Error::other("disk full"))
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn keys_keep_their_order_and_there_are_no_spaces() {
        let mut lines = LineWriter::new(Vec::new());
        lines.begin("c", u64::MAX).text("ev", "x").literal("slot", "-1").number("n", 0u32).end();
        lines.begin("c", 10).numbers("words", &[]).numbers("more", &[1, u32::MAX]).shown("s", 5).end();
        let text = String::from_utf8(lines.finish().unwrap()).unwrap();
        assert_eq!(
            text,
            "{\"c\":18446744073709551615,\"ev\":\"x\",\"slot\":-1,\"n\":0}\n\
             {\"c\":10,\"words\":[],\"more\":[1,4294967295],\"s\":\"5\"}\n"
        );
    }

    #[test]
    fn a_failed_write_is_reported_and_not_repeated() {
        let mut broken = Broken::default();
        let mut lines = LineWriter::new(&mut broken);
        for _ in 0..3 * CHUNK {
            lines.begin("c", 0).end();
        }
        assert!(lines.is_broken());
        assert_eq!(lines.finish().unwrap_err().to_string(), "disk full");
        assert_eq!(broken.0, 1);
    }
}
