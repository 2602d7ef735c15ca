//! Standard input. What is not consumed stays there, for whatever reads it next, and its beginning stays known: an error can
//! name the format of what cannot be read twice.

use std::io::{self, BufRead, Read};
use std::path::Path;
use std::sync::Mutex;

/// The bytes that stay known: enough to see what it is.
const BEGINNING: usize = 1 << 16;

static SEEN: Mutex<Seen> = Mutex::new(Seen { beginning: Vec::new(), consumed: 0 });

/// What has been looked at.
struct Seen {
    beginning: Vec<u8>,
    /// Where the bytes that are not consumed begin.
    consumed: usize,
}

/// Reads standard input by a copy of what it has buffered, in any thread.
#[derive(Debug, Default)]
pub struct StandardInput {
    copy: Vec<u8>,
    consumed: usize,
}

impl StandardInput {
    /// The path that means it.
    pub const PATH: &str = "-";
    /// Its name in reports and errors.
    pub const NAME: &str = "standard input";

    /// Returns whether a path means it.
    #[must_use]
    pub fn is(path: &Path) -> bool {
        path == Path::new(Self::PATH)
    }

    /// Returns the name of an input in reports and errors.
    #[must_use]
    pub fn name_of(path: &Path) -> String {
        if Self::is(path) { Self::NAME.to_owned() } else { path.display().to_string() }
    }

    /// Reads all of it.
    ///
    /// # Errors
    /// Those of the system.
    pub fn read_all() -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        Self::default().read_to_end(&mut bytes).map(|_| bytes)
    }

    /// Returns the first bytes that the program has read.
    #[must_use]
    pub fn beginning() -> Vec<u8> {
        SEEN.lock().map_or_else(|_| Vec::new(), |seen| seen.beginning.clone())
    }
}

impl Seen {
    /// Keeps bytes that are not consumed, as far as they are new.
    fn remember(&mut self, bytes: &[u8]) {
        let known = self.beginning.len().saturating_sub(self.consumed);
        let room = BEGINNING - self.beginning.len();
        self.beginning.extend(bytes.iter().skip(known).take(room));
    }
}

impl BufRead for StandardInput {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.consumed == self.copy.len() {
            self.copy.clear();
            self.consumed = 0;
            self.copy.extend_from_slice(io::stdin().lock().fill_buf()?);
            if let Ok(mut seen) = SEEN.lock() {
                seen.remember(&self.copy);
            }
        }
        Ok(&self.copy[self.consumed..])
    }

    fn consume(&mut self, bytes: usize) {
        io::stdin().lock().consume(bytes);
        if let Ok(mut seen) = SEEN.lock() {
            seen.consumed += bytes;
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_beginning_is_kept_once_whoever_looks_at_it() {
        let mut seen = Seen { beginning: Vec::new(), consumed: 0 };
        seen.remember(b"abc");
        seen.remember(b"abcd");
        seen.consumed += 2;
        seen.remember(b"cdef");
        assert_eq!(seen.beginning, b"abcdef");
        seen.consumed += 4;
        seen.remember(&[b'x'; 2 * BEGINNING]);
        assert_eq!(seen.beginning.len(), BEGINNING);
    }
}
