//! A file that is plain or gzip.

use std::fs::File;
use std::io::{self, Write};

use flate2::Compression;
use flate2::write::GzEncoder;

/// A file that is being written.
pub(crate) enum Output {
    Plain(File),
    Packed(Box<GzEncoder<File>>),
}

impl Output {
    /// Begins a file.
    pub(crate) fn new(file: File, packed: bool) -> Self {
        // The files are lines that repeat each other: a quick compression makes them a tenth, a thorough one little less.
        if packed {
            Self::Packed(Box::new(GzEncoder::new(file, Compression::fast())))
        } else {
            Self::Plain(file)
        }
    }

    /// Ends the file.
    pub(crate) fn finish(self) -> io::Result<()> {
        match self {
            Self::Plain(_) => Ok(()),
            Self::Packed(encoder) => encoder.finish().map(drop),
        }
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Plain(file) => file.write(bytes),
            Self::Packed(encoder) => encoder.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Plain(file) => file.flush(),
            Self::Packed(encoder) => encoder.flush(),
        }
    }
}
