//! JSON inside HTML: without any `<`, it can neither end the element nor begin a comment.

use std::io::{self, Write};

/// Writes JSON with every `<` as `\u003c`; in JSON, a `<` is always inside a string.
pub(crate) struct SafeJson<W>(pub(crate) W);

impl<W: Write> Write for SafeJson<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for (place, part) in bytes.split(|&byte| byte == b'<').enumerate() {
            if place > 0 {
                self.0.write_all(br"\u003c")?;
            }
            self.0.write_all(part)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}
