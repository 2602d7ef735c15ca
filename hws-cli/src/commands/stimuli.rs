//! Opening stimuli: recognising them, and finding them in a folder of `hws run --out`.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

use hws_dv::input::unpacked;

use super::inputs;
use crate::failure::Failure;

pub(super) use hws_dv::input::is_stimulus;

/// The first bytes of a file, by which it is recognised.
const BEGINNING: usize = 4096;

/// The stimulus in a folder of `hws run --out`.
const STIMULUS: &str = "stimulus.jsonl";

/// The stimulus in a folder of `hws run --out`; any other path as it is.
pub(super) fn stimulus_in(path: &Path) -> PathBuf {
    if path.is_dir() { path.join(STIMULUS) } else { path.to_owned() }
}

/// Opens a file or standard input, gzip or not.
pub(super) fn open(path: &Path) -> Result<Box<dyn BufRead>, Failure> {
    let input: Box<dyn BufRead> = if path == Path::new(inputs::STANDARD_INPUT) {
        Box::new(io::stdin().lock())
    } else {
        let file = File::open(path).map_err(Failure::read(path))?;
        Box::new(BufReader::with_capacity(BEGINNING * 16, file))
    };
    unpacked(input).map_err(Failure::read(path))
}

/// The beginning of a file, which stays to be read.
pub(super) fn beginning<'i>(path: &Path, input: &'i mut dyn BufRead) -> Result<&'i [u8], Failure> {
    input.fill_buf().map_err(Failure::read(path))
}
