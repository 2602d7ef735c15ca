//! Opening inputs. `-` is standard input.

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use hws_run::workload::{self, InputFile};

use crate::HostError;

/// The path that means standard input.
pub const STANDARD_INPUT: &str = "-";

/// Refuses standard input for more than one file.
///
/// # Errors
/// [`HostError::StandardInputTwice`].
pub fn only_one_standard_input<'p>(files: impl IntoIterator<Item = &'p PathBuf>) -> Result<(), HostError> {
    match files.into_iter().filter(|path| is_standard_input(path)).count() {
        0 | 1 => Ok(()),
        _ => Err(HostError::StandardInputTwice),
    }
}

fn is_standard_input(path: &Path) -> bool {
    path == Path::new(STANDARD_INPUT)
}

/// Returns the name of a file in errors.
#[must_use]
pub fn name(path: &Path) -> String {
    if is_standard_input(path) { workload::STANDARD_INPUT.to_owned() } else { path.display().to_string() }
}

/// Reads a file as a whole.
///
/// # Errors
/// [`HostError::Read`].
pub fn source(path: &Path) -> Result<InputFile, HostError> {
    let bytes = if is_standard_input(path) {
        let mut bytes = Vec::new();
        io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes)
    } else {
        fs::read(path)
    };
    Ok(InputFile { name: name(path), bytes: bytes.map_err(HostError::read(path))? })
}

/// Returns the name and the text of a file.
///
/// # Errors
/// [`HostError::Read`], [`HostError::NotText`].
pub fn text(path: &Path) -> Result<(String, String), HostError> {
    source(path).and_then(as_text)
}

/// Returns the name and the text of an input that is already read.
///
/// # Errors
/// [`HostError::NotText`].
pub fn as_text(file: InputFile) -> Result<(String, String), HostError> {
    match String::from_utf8(file.bytes) {
        Ok(text) => Ok((file.name, text)),
        Err(error) => Err(HostError::NotText { file: file.name, error: error.utf8_error() }),
    }
}

/// Opens a path that a file names: relative to that file, or to the current folder for standard input.
///
/// # Errors
/// Those of the system.
pub fn beside(file: &str, path: &str) -> io::Result<Vec<u8>> {
    fs::read(Path::new(file).parent().unwrap_or(Path::new("")).join(path))
}
