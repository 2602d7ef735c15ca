//! Opening stimuli: recognising them, and finding them in a folder of `hws run --out`.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use hws_input::StandardInput;
use hws_input::gzip::unpacked;

use crate::HostError;
use crate::files;
use crate::run::RunFile;

pub use hws_sim::stimulus::is_stimulus;

/// The first bytes of a file, by which it is recognised.
const BEGINNING: usize = 4096;
/// The bytes that are read at once.
const BUFFER: usize = 16 * BEGINNING;

/// Returns the stimulus in a folder of `hws run --out`, and any other path as it is.
#[must_use]
pub fn stimulus_in(path: &Path) -> PathBuf {
    if !path.is_dir() {
        return path.to_owned();
    }
    let packed = RunFile::Stimulus.packed_name().map(|name| path.join(name)).filter(|packed| packed.exists());
    packed.unwrap_or_else(|| path.join(RunFile::Stimulus.name()))
}

/// Returns the stimulus that belongs to the report of a run: that in the same folder.
#[must_use]
pub fn stimulus_beside(report: &Path) -> PathBuf {
    let folder = report.parent().filter(|folder| !folder.as_os_str().is_empty());
    stimulus_in(folder.unwrap_or(Path::new(".")))
}

/// Opens a file or standard input, gzip or not.
///
/// # Errors
/// [`HostError::Read`].
pub fn open(path: &Path) -> Result<Box<dyn BufRead + Send>, HostError> {
    let input: Box<dyn BufRead + Send> = if path == Path::new(files::STANDARD_INPUT) {
        Box::new(StandardInput::default())
    } else {
        let file = File::open(path).map_err(HostError::read(path))?;
        Box::new(BufReader::with_capacity(BUFFER, file))
    };
    unpacked(input).map_err(HostError::read(path))
}

/// Returns the beginning of a file, which stays to be read.
///
/// # Errors
/// [`HostError::Read`].
pub fn beginning<'i>(path: &Path, input: &'i mut dyn BufRead) -> Result<&'i [u8], HostError> {
    input.fill_buf().map_err(HostError::read(path))
}
