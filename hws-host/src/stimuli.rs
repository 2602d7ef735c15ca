//! Opening stimuli: recognising them, and finding them in a folder of `hws run --out`.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

use hws_dv::input::unpacked;
use serde_json::{Map, Value};

use crate::HostError;
use crate::files;

/// The longest beginning of a file by which it is recognised.
const BEGINNING: usize = 4096;

/// The stimulus in a folder of `hws run --out`.
const STIMULUS: &str = "stimulus.jsonl";

/// Returns the stimulus in a folder of `hws run --out`, and any other path as it is.
#[must_use]
pub fn stimulus_in(path: &Path) -> PathBuf {
    if path.is_dir() { path.join(STIMULUS) } else { path.to_owned() }
}

/// Opens a file or standard input, gzip or not.
///
/// # Errors
/// [`HostError::Read`].
pub fn open(path: &Path) -> Result<Box<dyn BufRead>, HostError> {
    let input: Box<dyn BufRead> = if path == Path::new(files::STANDARD_INPUT) {
        Box::new(io::stdin().lock())
    } else {
        let file = File::open(path).map_err(HostError::read(path))?;
        Box::new(BufReader::with_capacity(BEGINNING * 16, file))
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

/// Returns whether the first line is an operation, the file is empty, or its name says that it is a stimulus.
#[must_use]
pub fn is_stimulus(path: &Path, beginning: &[u8]) -> bool {
    let line = beginning.iter().take(BEGINNING).take_while(|&&byte| byte != b'\n');
    let line: Vec<u8> = line.copied().collect();
    let is_named = path.extension().is_some_and(|end| end == "jsonl");
    beginning.is_empty() || is_named || is_operation(&String::from_utf8_lossy(&line))
}

/// Whether the line is an operation, even a malformed one: an object with the keys of every operation, or the beginning
/// of one.
fn is_operation(line: &str) -> bool {
    let object: Option<Map<String, Value>> = serde_json::from_str(line).ok();
    let is_begun =
        || line.trim_start().starts_with('{') && line.contains("\"op\"") && line.contains("\"at\"");
    object.map_or_else(is_begun, |keys| keys.contains_key("op") || keys.contains_key("at"))
}
