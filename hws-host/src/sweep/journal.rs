//! `DIR/rows.jsonl`: one line per finished run, in the order in which the runs finished.
//!
//! A line identifies its run by a key, so it is reused only for the same run; lines of other sweeps stay in the file
//! unused. Of two lines with the same key, the later one counts. Each line is written whole and at once; a partial
//! last line, left by a crash, is cut off. The file is locked while it is open, so only one sweep uses it.

use std::collections::HashMap;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use hws_input::Position;
use hws_run::sweep::SweepRow;

use super::line::{BEGIN, Line};
use crate::HostError;

/// The open file.
#[derive(Debug)]
pub(super) struct Journal {
    path: PathBuf,
    file: File,
}

/// Rows by the text of their keys; never iterated, so that the order of a hash decides nothing.
pub(super) type KeptRows = HashMap<String, KeptRow>;

/// A row of a journal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct KeptRow {
    /// The row.
    pub(super) row: SweepRow,
    /// Its line, from 1.
    pub(super) line: usize,
}

/// The content of a file that was opened.
#[derive(Debug, Default)]
pub(super) struct Kept {
    /// Its rows.
    pub(super) rows: KeptRows,
    /// A torn last line was cut off.
    pub(super) is_repaired: bool,
}

/// The journal of a folder.
pub(super) fn path(folder: &Path) -> PathBuf {
    folder.join("rows.jsonl")
}

/// Reads the journal of a folder and changes nothing; a torn last line is ignored. None: there is no journal.
///
/// # Errors
/// A file that cannot be read, or that is not a journal.
pub(super) fn read(folder: &Path) -> Result<Option<KeptRows>, HostError> {
    let path = path(folder);
    match fs::read(&path) {
        Ok(bytes) => Ok(Some(kept(&bytes, &path)?.0)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(HostError::read(&path)(error)),
    }
}

impl Journal {
    /// Opens and reads the journal of a folder; both are created if necessary.
    ///
    /// # Errors
    /// A file that cannot be read or written, that another sweep has locked, or that is not a journal.
    pub(super) fn open(folder: &Path) -> Result<(Self, Kept), HostError> {
        fs::create_dir_all(folder).map_err(HostError::write(folder))?;
        let path = path(folder);
        let options = OpenOptions::new().read(true).append(true).create(true).open(&path);
        let mut file = options.map_err(HostError::write(&path))?;
        lock(&file, &path)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(HostError::read(&path))?;
        let (rows, whole) = kept(&bytes, &path)?;
        let is_repaired = whole < bytes.len();
        if is_repaired {
            file.set_len(whole as u64).map_err(HostError::write(&path))?;
        }
        Ok((Self { path, file }, Kept { rows, is_repaired }))
    }

    /// Its path.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Adds the line of a run.
    ///
    /// # Errors
    /// Those of the file.
    pub(super) fn add(&mut self, line: &str) -> Result<(), HostError> {
        self.file.write_all(format!("{line}\n").as_bytes()).map_err(HostError::write(&self.path))
    }
}

/// Locks the file; where the file system has no locks, sweeps are not kept apart.
fn lock(file: &File, path: &Path) -> Result<(), HostError> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(HostError::file(
            &path.display().to_string(),
            "locked by another sweep; wait for it, or choose another folder",
        )),
        Err(TryLockError::Error(_)) | Ok(()) => Ok(()),
    }
}

/// The rows of the whole lines, and the length of these lines.
fn kept(bytes: &[u8], path: &Path) -> Result<(KeptRows, usize), HostError> {
    let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    let (lines, torn) = bytes.split_at(whole);
    let rows = rows(lines, path)?;
    check_torn(torn, lines, path)?;
    Ok((rows, whole))
}

fn rows(lines: &[u8], path: &Path) -> Result<KeptRows, HostError> {
    let mut rows = KeptRows::new();
    let lines = lines.split(|&byte| byte == b'\n').zip(1_usize..).filter(|(line, _)| !line.is_empty());
    for (text, line) in lines {
        let parsed: Line = serde_json::from_slice(text).map_err(|error| {
            let message =
                format!("not a line of a sweep: {error}; remove the line, or choose another folder");
            not_a_line(path, Position::new(line, error.column()), message)
        })?;
        let key = parsed.key.clone();
        if let Some(row) = parsed.row() {
            rows.insert(key, KeptRow { row, line });
        }
    }
    Ok(rows)
}

/// Refuses to cut off a text that a sweep has not begun.
fn check_torn(torn: &[u8], lines: &[u8], path: &Path) -> Result<(), HostError> {
    let common = torn.len().min(BEGIN.len());
    if torn[..common] == BEGIN.as_bytes()[..common] {
        return Ok(());
    }
    let number = lines.iter().filter(|&&byte| byte == b'\n').count() + 1;
    let message = "not a line of a sweep; remove the line, or choose another folder".to_owned();
    Err(not_a_line(path, Position::new(number, 1), message))
}

fn not_a_line(path: &Path, position: Position, message: String) -> HostError {
    HostError::File { file: path.display().to_string(), position, message }
}
