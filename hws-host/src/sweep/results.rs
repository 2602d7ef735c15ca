//! The files of a sweep, each written under a temporary name first and then renamed.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use hws_run::sweep::{SweepTable, page};

use super::{SweepFormat, csv_file, parquet_file};
use crate::HostError;

/// Writes the files of the format, and the page; returns their paths.
///
/// # Errors
/// A file that cannot be written; an earlier file of that name is then unchanged.
pub(super) fn write(
    table: &SweepTable,
    folder: &Path,
    format: SweepFormat,
) -> Result<Vec<PathBuf>, HostError> {
    let mut written = Vec::new();
    if format.has_parquet() {
        written.push(replace(&folder.join("sweep.parquet"), |file| parquet_file::write(table, file))?);
    }
    if format.has_csv() {
        written.push(replace(&folder.join("sweep.csv"), |file| csv_file::write(table, file))?);
    }
    written.push(replace(&folder.join("sweep.html"), |file| page::write(table, file))?);
    Ok(written)
}

/// Writes a file under a temporary name, which is then renamed.
///
/// # Errors
/// A file that cannot be written; an earlier file of that name is then unchanged.
pub(super) fn replace(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> Result<PathBuf, HostError> {
    let mut name = path.as_os_str().to_owned();
    name.push(".part");
    let part = PathBuf::from(name);
    let mut file = BufWriter::new(File::create(&part).map_err(HostError::write(&part))?);
    if let Err(error) = write(&mut file).and_then(|()| file.flush()) {
        // The first error is the one that counts.
        let _ = fs::remove_file(&part);
        return Err(HostError::write(&part)(error));
    }
    fs::rename(&part, path).map_err(HostError::write(path))?;
    Ok(path.to_owned())
}
