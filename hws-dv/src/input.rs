//! Opening a dump: a file or standard input, gzip or not, in the format that its content has.
//!
//! VCD is read as a stream, also when it is compressed or comes from a pipe. FST needs a file; from a pipe or out of
//! gzip it is first read into memory, as is GHW, up to [`IN_MEMORY`] bytes.

mod format;

use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read, Seek};
use std::path::Path;

use flate2::bufread::MultiGzDecoder;

use crate::wave::{FstDump, GhwDump, VcdDump, WaveError, WaveReader};
use format::Format;

/// The largest FST or GHW that is held in memory.
pub const IN_MEMORY: u64 = 1 << 30;

/// The path that means standard input.
pub const STANDARD_INPUT: &str = "-";

const BUFFER: usize = 1 << 16;

/// Returns whether a file that begins so is a dump, of a format that is read or of one that has a converter. Gzip is looked
/// into.
#[must_use]
pub fn is_dump(path: &Path, beginning: &[u8]) -> bool {
    match Format::of(beginning) {
        Format::Vcd | Format::Fst | Format::Ghw => true,
        Format::Gzip => {
            let mut first = [0; 16];
            // A beginning is all that there is: what it unpacks to is enough.
            let unpacked = MultiGzDecoder::new(beginning).read(&mut first).unwrap_or(0);
            matches!(Format::of(&first[..unpacked]), Format::Vcd | Format::Fst | Format::Ghw)
        }
        Format::Empty | Format::Other => format::is_of_vendor(path, beginning),
    }
}

/// Opens a dump and reads its header.
///
/// # Errors
/// [`WaveError`] if there is no dump of a known format.
pub fn open(path: &Path) -> Result<Box<dyn WaveReader>, WaveError> {
    if path == Path::new(STANDARD_INPUT) {
        return from_stream(path, BufReader::with_capacity(BUFFER, io::stdin()));
    }
    if path.is_dir() {
        return Err(format::of_folder(path));
    }
    let mut file = BufReader::with_capacity(BUFFER, File::open(path)?);
    // A pipe can be opened by name, but not read twice.
    if Format::of(file.fill_buf()?) == Format::Fst && file.rewind().is_ok() {
        return Ok(Box::new(FstDump::open(Box::new(file))?));
    }
    from_stream(path, file)
}

/// Opens a dump whose bytes come one after the other.
fn from_stream(path: &Path, mut input: impl BufRead + 'static) -> Result<Box<dyn WaveReader>, WaveError> {
    if Format::of(input.fill_buf()?) == Format::Gzip {
        let unpacked = BufReader::with_capacity(BUFFER, MultiGzDecoder::new(input));
        return plain(path, unpacked);
    }
    plain(path, input)
}

fn plain(path: &Path, mut input: impl BufRead + 'static) -> Result<Box<dyn WaveReader>, WaveError> {
    let first = match input.fill_buf() {
        Ok(first) => first,
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
            return Err(WaveError::CutHeader { inside: "the compressed data", byte: 0 });
        }
        Err(error) if error.kind() == io::ErrorKind::InvalidInput => {
            return Err(WaveError::Damaged { format: "gzip", reason: error.to_string() });
        }
        Err(error) => return Err(error.into()),
    };
    match Format::of(first) {
        Format::Empty => Err(WaveError::Empty),
        Format::Vcd => Ok(Box::new(VcdDump::open(Box::new(input))?)),
        Format::Fst => Ok(Box::new(FstDump::open(Box::new(Cursor::new(in_memory(input)?)))?)),
        Format::Ghw => Ok(Box::new(GhwDump::open(in_memory(input)?)?)),
        Format::Gzip | Format::Other => Err(format::unknown(path, first)),
    }
}

fn in_memory(input: impl Read) -> Result<Vec<u8>, WaveError> {
    let mut bytes = Vec::new();
    input.take(IN_MEMORY + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > IN_MEMORY {
        return Err(WaveError::TooLarge {
            what: "a dump that must be held in memory",
            limit: IN_MEMORY >> 20,
            why: "GHW, and for FST from a pipe or out of gzip",
            remedy: "give an uncompressed FST file by name, or use VCD",
        });
    }
    Ok(bytes)
}
