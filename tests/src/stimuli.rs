//! The stimuli in the folders beside the tests.

use std::fs;
use std::path::{Path, PathBuf};

/// Returns every stimulus of a folder of this crate, in a fixed order.
///
/// # Panics
/// If the folder cannot be read.
#[must_use]
pub fn stimuli(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut found: Vec<PathBuf> = entries
        .map(|entry| entry.expect("a readable folder").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "jsonl"))
        .collect();
    found.sort();
    found
}
