//! The committed corpora of the fuzz targets.

use std::fs;
use std::path::{Path, PathBuf};

/// The folder of the fuzz targets.
#[must_use]
pub fn fuzz_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz")
}

/// Returns the inputs of a target, each with its file name, in a fixed order.
///
/// # Panics
/// If the folder cannot be read.
#[must_use]
pub fn corpus(target: &str) -> Vec<(String, Vec<u8>)> {
    let folder = fuzz_folder().join("corpus").join(target);
    let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let read = |path: PathBuf| {
        let bytes = fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        (path.file_name().unwrap_or_default().to_string_lossy().into_owned(), bytes)
    };
    let mut inputs: Vec<_> = entries.map(|entry| read(entry.expect("a readable folder").path())).collect();
    inputs.sort();
    inputs
}
