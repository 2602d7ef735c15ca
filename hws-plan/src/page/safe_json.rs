//! JSON that is safe inside a page: without `<`, nothing in it can end the element or start a comment.

use std::io::{self, Write};

/// Forwards JSON with every `<` escaped as `\u003c`; in JSON, `<` only occurs inside strings.
pub(super) struct SafeJson<W>(pub(super) W);

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
