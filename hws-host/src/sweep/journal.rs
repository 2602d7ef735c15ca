//! `DIR/rows.jsonl`: one line per finished run, in the order in which the runs finished.
//!
//! A line identifies its run by a key, so it is reused only for the same run; lines of other sweeps stay in the file
//! unused. Of two lines with the same key, the later one counts. Each line is written whole and at once; a partial
//! last line, left by a crash, is cut off. The file is locked while it is open, so only one sweep uses it.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use hws_input::Position;
use hws_run::sweep::{PolicySetting, RunKey, SweepRow, metric_names};
use serde::{Deserialize, Serialize};

use crate::HostError;

/// The beginning of every line.
const BEGIN: &str = "{\"key\":\"";

/// The open file.
#[derive(Debug)]
pub(super) struct Journal {
    path: PathBuf,
    file: File,
}

/// The content of a file that was opened.
#[derive(Debug, Default)]
pub(super) struct Kept {
    /// Rows by the text of their keys.
    pub(super) rows: BTreeMap<String, SweepRow>,
    /// A torn last line was cut off.
    pub(super) is_repaired: bool,
}

/// A line; workload, settings and seed are for people, the key identifies the run.
#[derive(Debug, Serialize, Deserialize)]
struct Line {
    key: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    workload: Option<String>,
    settings: BTreeMap<String, String>,
    seed: u64,
    problem: Option<String>,
    metrics: BTreeMap<String, Option<u64>>,
}

impl Journal {
    /// Opens and reads the journal of a folder; both are created if necessary.
    ///
    /// # Errors
    /// A file that cannot be read or written, that another sweep has locked, or that is not a journal.
    pub(super) fn open(folder: &Path) -> Result<(Self, Kept), HostError> {
        fs::create_dir_all(folder).map_err(HostError::write(folder))?;
        let path = folder.join("rows.jsonl");
        let options = OpenOptions::new().read(true).append(true).create(true).open(&path);
        let mut file = options.map_err(HostError::write(&path))?;
        lock(&file, &path)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(HostError::read(&path))?;
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        let (lines, torn) = bytes.split_at(whole);
        let rows = rows(lines, &path)?;
        let is_repaired = !torn.is_empty();
        if is_repaired {
            check_torn(torn, lines, &path)?;
            file.set_len(whole as u64).map_err(HostError::write(&path))?;
        }
        Ok((Self { path, file }, Kept { rows, is_repaired }))
    }

    /// Its path.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Adds a run.
    ///
    /// # Errors
    /// Those of the file.
    pub(super) fn add(
        &mut self,
        key: RunKey,
        workload: &str,
        settings: Vec<PolicySetting>,
        seed: u64,
        row: &SweepRow,
    ) -> Result<(), HostError> {
        let names = metric_names().iter().map(|&name| name.to_owned());
        let line = Line {
            key: key.to_string(),
            workload: Some(workload.to_owned()),
            settings: settings.into_iter().map(|setting| (setting.key, setting.value)).collect(),
            seed,
            problem: row.problem.clone(),
            metrics: names.zip(row.metrics.iter().copied()).collect(),
        };
        let mut text =
            serde_json::to_vec(&line).map_err(|error| HostError::write(&self.path)(error.into()))?;
        text.push(b'\n');
        self.file.write_all(&text).map_err(HostError::write(&self.path))
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

fn rows(lines: &[u8], path: &Path) -> Result<BTreeMap<String, SweepRow>, HostError> {
    let mut rows = BTreeMap::new();
    let lines = lines.split(|&byte| byte == b'\n').zip(1_usize..).filter(|(line, _)| !line.is_empty());
    for (line, number) in lines {
        let parsed: Line = serde_json::from_slice(line).map_err(|error| {
            let message =
                format!("not a line of a sweep: {error}; remove the line, or choose another folder");
            not_a_line(path, Position::new(number, error.column()), message)
        })?;
        if let Some((key, row)) = parsed.row() {
            rows.insert(key, row);
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

impl Line {
    /// Returns `None` if the row has other metrics than this program.
    fn row(self) -> Option<(String, SweepRow)> {
        let has_others = self.metrics.len() != metric_names().len();
        let metrics: Option<Vec<_>> =
            metric_names().iter().map(|&name| self.metrics.get(name).copied()).collect();
        (!has_others).then_some((self.key, SweepRow { problem: self.problem, metrics: metrics? }))
    }
}
