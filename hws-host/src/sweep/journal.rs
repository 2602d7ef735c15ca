//! `DIR/rows.jsonl`: one line per finished run, in the order in which the runs finished.
//!
//! A line identifies its run by a key, so it is reused only for the same run; lines of other sweeps stay in the file
//! unused. Of two lines with the same key, the later one counts. The file is locked while it is open, so only one sweep uses it.

use std::collections::HashMap;
use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};

use hws_run::sweep::SweepRow;

use super::line::Line;
use super::line_file::LineFile;
use crate::HostError;

/// The open file.
#[derive(Debug)]
pub(super) struct Journal {
    file: LineFile,
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
    let Some(mut file) = LineFile::read(path(folder))? else { return Ok(None) };
    Ok(Some(kept(&mut file)?.rows))
}

impl Journal {
    /// Opens and reads the journal of a folder; both are created if necessary.
    ///
    /// # Errors
    /// A file that cannot be read or written, that another sweep has locked, or that is not a journal.
    pub(super) fn open(folder: &Path) -> Result<(Self, Kept), HostError> {
        fs::create_dir_all(folder).map_err(HostError::write(folder))?;
        let mut file = LineFile::open(path(folder))?;
        lock(file.file(), file.path())?;
        let kept = kept(&mut file)?;
        if kept.is_repaired {
            file.cut()?;
        }
        Ok((Self { file }, kept))
    }

    /// Its path.
    pub(super) fn path(&self) -> &Path {
        self.file.path()
    }

    /// Adds the line of a run.
    ///
    /// # Errors
    /// Those of the file.
    pub(super) fn add(&mut self, line: &str) -> Result<(), HostError> {
        self.file.add(line).map(|_| ())
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

/// The rows of the whole lines, and whether a torn line is behind them.
fn kept(file: &mut LineFile) -> Result<Kept, HostError> {
    let mut rows = KeptRows::new();
    let is_repaired = file.scan(&mut |text, place| {
        let parsed: Line = serde_json::from_slice(text)?;
        let key = parsed.key.clone();
        if let Some(row) = parsed.row() {
            rows.insert(key, KeptRow { row, line: place.line });
        }
        Ok(())
    })?;
    Ok(Kept { rows, is_repaired })
}
