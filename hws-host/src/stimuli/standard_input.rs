//! Standard input for another thread. What is not consumed stays there, for whatever reads it next.

use std::io::{self, BufRead, Read};

/// Reads standard input by a copy of what it has buffered.
#[derive(Debug, Default)]
pub(super) struct StandardInput {
    copy: Vec<u8>,
    consumed: usize,
}

impl BufRead for StandardInput {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.consumed == self.copy.len() {
            self.copy.clear();
            self.consumed = 0;
            self.copy.extend_from_slice(io::stdin().lock().fill_buf()?);
        }
        Ok(&self.copy[self.consumed..])
    }

    fn consume(&mut self, bytes: usize) {
        io::stdin().lock().consume(bytes);
        self.consumed += bytes;
    }
}

impl Read for StandardInput {
    fn read(&mut self, place: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(place)?;
        self.consume(read);
        Ok(read)
    }
}
