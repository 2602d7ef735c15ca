//! A file as the reader sees it: its beginning, and blocks that stand for those that are missing.
//!
//! Nothing of the file is copied, so the memory is that of the blocks that stand in.

use std::io::{self, Read, Seek, SeekFrom};

use super::Seekable;

/// The first bytes of a file, and what follows them instead of the rest.
pub(super) struct View {
    input: Box<dyn Seekable>,
    /// Where the file ends, as far as it is seen.
    end: u64,
    tail: Vec<u8>,
    at: u64,
}

impl View {
    /// The file up to `end`, then `tail`.
    pub(super) fn new(mut input: Box<dyn Seekable>, end: u64, tail: Vec<u8>) -> io::Result<Self> {
        input.rewind()?;
        Ok(Self { input, end, tail, at: 0 })
    }
}

impl Read for View {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let got = if self.at < self.end {
            // A buffer is never longer than the largest `usize`.
            let most = usize::try_from(self.end - self.at).unwrap_or(usize::MAX).min(buffer.len());
            self.input.read(&mut buffer[..most])?
        } else {
            let from = usize::try_from(self.at - self.end).unwrap_or(usize::MAX).min(self.tail.len());
            (&self.tail[from..]).read(buffer)?
        };
        self.at += got as u64;
        Ok(got)
    }
}

impl Seek for View {
    fn seek(&mut self, place: SeekFrom) -> io::Result<u64> {
        let to = match place {
            SeekFrom::Start(at) => Some(at),
            SeekFrom::Current(by) => self.at.checked_add_signed(by),
            SeekFrom::End(by) => (self.end + self.tail.len() as u64).checked_add_signed(by),
        };
        let to = to.ok_or_else(|| io::Error::from(io::ErrorKind::InvalidInput))?;
        if to < self.end && to != self.at {
            self.input.seek(SeekFrom::Start(to))?;
        }
        self.at = to;
        Ok(to)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    #[test]
    fn the_tail_follows_the_beginning_of_the_file() {
        let file = Box::new(Cursor::new(b"beginning and rest".to_vec()));
        let mut view = View::new(file, 9, b" of a tail".to_vec()).unwrap();
        let mut text = String::new();
        view.read_to_string(&mut text).unwrap();
        assert_eq!(text, "beginning of a tail");
        for (place, expected) in [
            (SeekFrom::Start(5), "ning of"),
            (SeekFrom::End(-4), "tail"),
            (SeekFrom::Current(-19), "beginning"),
        ] {
            view.seek(place).unwrap();
            let mut bytes = vec![0; expected.len()];
            view.read_exact(&mut bytes).unwrap();
            assert_eq!(String::from_utf8_lossy(&bytes), expected);
        }
        assert!(view.seek(SeekFrom::Current(-20)).is_err());
        assert_eq!(view.seek(SeekFrom::Start(99)).unwrap(), 99);
        assert_eq!(view.read(&mut [0; 4]).unwrap(), 0);
    }
}
