//! The committed corpora of the fuzz targets.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use flate2::read::GzDecoder;
use tar::{Archive, Entry};

/// The folder of the fuzz targets.
#[must_use]
pub fn fuzz_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz")
}

/// Returns the inputs of a target, each with its file name, in a fixed order.
///
/// # Panics
/// If its archive cannot be read.
#[must_use]
pub fn corpus(target: &str) -> Vec<(String, Vec<u8>)> {
    let archive = fuzz_folder().join(format!("corpus/{target}.tar.gz"));
    unpacked(&archive).unwrap_or_else(|error| panic!("{}: {error}", archive.display()))
}

fn unpacked(archive: &Path) -> io::Result<Vec<(String, Vec<u8>)>> {
    let mut archive = Archive::new(GzDecoder::new(File::open(archive)?));
    let mut inputs = archive.entries()?.map(|entry| input(entry?)).collect::<io::Result<Vec<_>>>()?;
    inputs.sort();
    Ok(inputs)
}

fn input(mut entry: Entry<'_, impl Read>) -> io::Result<(String, Vec<u8>)> {
    let name = entry.path()?.display().to_string();
    let mut bytes = Vec::new();
    entry.read_to_end(&mut bytes)?;
    Ok((name, bytes))
}
