//! Opening a dump: a file or standard input, gzip or not, in the format that its content has.
//!
//! VCD is read as a stream, also when it is compressed or comes from a pipe. FST needs a file; from a pipe or out of
//! gzip it is first read into memory, as are GHW, tables and memory images, up to [`IN_MEMORY`] bytes.

mod format;
mod names;
mod table;

use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read, Seek};
use std::path::Path;

use flate2::bufread::MultiGzDecoder;
use hws_input::StandardInput;

use crate::wave::{FstDump, GhwDump, TableOptions, VcdDump, WaveError, WaveReader};
use format::Format;

/// The largest FST or GHW that is held in memory.
pub const IN_MEMORY: u64 = 1 << 30;

/// The path that means standard input.
pub const STANDARD_INPUT: &str = StandardInput::PATH;

/// Returns the name of an input in reports and errors.
#[must_use]
pub fn name(path: &Path) -> String {
    StandardInput::name_of(path)
}

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

/// What helps to open a dump.
#[derive(Clone, Copy, Debug, Default)]
pub struct OpenOptions<'o> {
    /// How tables and memory images are read; `None` refuses them.
    pub tables: Option<&'o TableOptions>,
    /// The file with the names of an FST that its writer has not closed: a finished FST of the same design, or a `.hier`
    /// file. Without it, the `.hier` file beside the dump is read. A dump with names does not need it.
    pub hierarchy: Option<&'o Path>,
}

/// Opens a dump and reads its header.
///
/// # Errors
/// [`WaveError`] if the file is not a dump of a known format.
pub fn open(path: &Path, options: OpenOptions<'_>) -> Result<Box<dyn WaveReader>, WaveError> {
    Opener { path, options }.open()
}

/// Opens a dump, a table (CSV) or a memory image that is in memory already. Of `path` only the extension counts: a table or
/// an image may show its format by it.
///
/// # Errors
/// [`WaveError`] if it is none of them.
pub fn open_bytes(
    path: &Path,
    bytes: Vec<u8>,
    tables: &TableOptions,
) -> Result<Box<dyn WaveReader>, WaveError> {
    let options = OpenOptions { tables: Some(tables), hierarchy: None };
    Opener { path, options }.stream(Cursor::new(bytes))
}

/// What is opened, and how.
#[derive(Clone, Copy)]
struct Opener<'o> {
    path: &'o Path,
    options: OpenOptions<'o>,
}

impl Opener<'_> {
    fn open(self) -> Result<Box<dyn WaveReader>, WaveError> {
        if StandardInput::is(self.path) {
            return self.stream(BufReader::with_capacity(BUFFER, StandardInput::default()));
        }
        if self.path.is_dir() {
            return Err(format::of_folder(self.path));
        }
        let mut file = BufReader::with_capacity(BUFFER, File::open(self.path)?);
        // A pipe can be opened by name, but not read twice.
        if Format::of(file.fill_buf()?) == Format::Fst && file.rewind().is_ok() {
            let names = || names::open(Some(self.path), self.options.hierarchy);
            return Ok(Box::new(FstDump::open(Box::new(file), names)?));
        }
        self.stream(file)
    }

    /// Opens a dump whose bytes come one after the other.
    fn stream(self, mut input: impl BufRead + 'static) -> Result<Box<dyn WaveReader>, WaveError> {
        if Format::of(input.fill_buf()?) == Format::Gzip {
            let unpacked = BufReader::with_capacity(BUFFER, MultiGzDecoder::new(input));
            return self.plain(unpacked);
        }
        self.plain(input)
    }

    fn plain(self, mut input: impl BufRead + 'static) -> Result<Box<dyn WaveReader>, WaveError> {
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
        match (Format::of(first), self.options.tables) {
            (Format::Empty, _) => Err(WaveError::Empty),
            (Format::Vcd, _) => Ok(Box::new(VcdDump::open(Box::new(input))?)),
            (Format::Fst, _) => {
                let names = || names::open(None, self.options.hierarchy);
                Ok(Box::new(FstDump::open(Box::new(Cursor::new(in_memory(input)?)), names)?))
            }
            (Format::Ghw, _) => Ok(Box::new(GhwDump::open(in_memory(input)?)?)),
            (Format::Other, Some(tables)) if format::may_be_text(self.path, first) => {
                table::open(self.path, input, tables)
            }
            (Format::Gzip | Format::Other, _) => Err(format::unknown(self.path, first)),
        }
    }
}

fn in_memory(input: impl Read) -> Result<Vec<u8>, WaveError> {
    let mut bytes = Vec::new();
    input.take(IN_MEMORY + 1).read_to_end(&mut bytes)?;
    check_size(&bytes)?;
    Ok(bytes)
}

fn check_size(bytes: &[u8]) -> Result<(), WaveError> {
    if bytes.len() as u64 <= IN_MEMORY {
        return Ok(());
    }
    Err(WaveError::TooLarge {
        what: "a dump that must be held in memory",
        limit: IN_MEMORY >> 20,
        why: "GHW, CSV and memory images, and for FST from a pipe or out of gzip",
        remedy: "give an uncompressed FST file by name, or use VCD",
    })
}
