//! The file that has the names of an FST that its writer has not closed.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek};
use std::path::{Path, PathBuf};

use super::format::Format;
use super::{BUFFER, IN_MEMORY, name};
use crate::wave::NamesFile;

/// Opens the file that is given, or the one that the writer keeps beside the dump until it closes it. The error says which
/// file should be there.
pub(super) fn open(dump: Option<&Path>, given: Option<&Path>) -> Result<(String, NamesFile), String> {
    let kept = dump.map(kept);
    let Some(path) = given.map(Path::to_owned).or(kept) else {
        return Err("compressed data and standard input have no file `.hier` beside them".to_owned());
    };
    match read(&path) {
        Ok(names) => Ok((name(&path), names)),
        Err(error) if error.kind() == io::ErrorKind::NotFound && given.is_none() => Err(format!(
            "`{}` does not exist, which has them until the simulator closes the dump: keep that file",
            name(&path)
        )),
        Err(error) => Err(format!("`{}` cannot be read: {error}", name(&path))),
    }
}

/// `run.fst.hier`.
fn kept(dump: &Path) -> PathBuf {
    let mut path = OsString::from(dump);
    path.push(".hier");
    path.into()
}

fn read(path: &Path) -> io::Result<NamesFile> {
    let mut file = BufReader::with_capacity(BUFFER, File::open(path)?);
    if Format::of(file.fill_buf()?) == Format::Fst {
        file.rewind()?;
        return Ok(NamesFile::Finished(Box::new(file)));
    }
    let mut bytes = Vec::new();
    file.take(IN_MEMORY + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > IN_MEMORY {
        return Err(io::Error::other(format!("it is larger than {} MiB", IN_MEMORY >> 20)));
    }
    Ok(NamesFile::Kept(bytes))
}
