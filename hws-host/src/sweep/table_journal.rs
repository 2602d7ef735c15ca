//! `DIR/graphs.jsonl` and `DIR/kernels.jsonl`: like the journal, with the rows of further tables.
//!
//! Only the places of the lines are in memory. A run counts as made when it has a line here and, after it, one in the journal, whose
//! lock protects these files, too.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use hws_input::Position;
use hws_run::sweep::{RunKey, RunTable, RunTableRows};

use super::line_file::{LineFile, LinePlace};
use super::table_line::{TableLine, TableLineHead};
use crate::HostError;

/// The open file of a table.
#[derive(Debug)]
pub(super) struct TableJournal {
    table: RunTable,
    file: LineFile,
    /// Of two lines with the same key, the later one.
    lines: HashMap<RunKey, LinePlace>,
}

/// The file of a table in a folder.
fn path(folder: &Path, table: RunTable) -> PathBuf {
    folder.join(format!("{}.jsonl", table.name()))
}

impl TableJournal {
    /// Opens the file of a table, which is created if necessary; returns whether a torn last line was cut off.
    ///
    /// # Errors
    /// A file that cannot be read or written, or that is not one of a table.
    pub(super) fn open(folder: &Path, table: RunTable) -> Result<(Self, bool), HostError> {
        let mut journal = Self { table, file: LineFile::open(path(folder, table))?, lines: HashMap::new() };
        let is_torn = journal.scan()?;
        if is_torn {
            journal.file.cut()?;
        }
        Ok((journal, is_torn))
    }

    /// Reads the file of a table without changing it, ignoring a torn last line. Returns `None` if there is no file.
    ///
    /// # Errors
    /// A file that cannot be read, or that is not one of a table.
    pub(super) fn read(folder: &Path, table: RunTable) -> Result<Option<Self>, HostError> {
        let Some(file) = LineFile::read(path(folder, table))? else { return Ok(None) };
        let mut journal = Self { table, file, lines: HashMap::new() };
        journal.scan()?;
        Ok(Some(journal))
    }

    /// Finds the lines of this program; others stay unused.
    fn scan(&mut self) -> Result<bool, HostError> {
        let (table, lines) = (self.table, &mut self.lines);
        self.file.scan(&mut |text, place| {
            let head: TableLineHead = serde_json::from_slice(text)?;
            if let (Ok(key), true) = (head.key.parse(), head.fits(table)) {
                lines.insert(key, place);
            }
            Ok(())
        })
    }

    pub(super) fn table(&self) -> RunTable {
        self.table
    }

    pub(super) fn path(&self) -> &Path {
        self.file.path()
    }

    /// Returns whether it has the rows of a run.
    pub(super) fn has(&self, run: RunKey) -> bool {
        self.lines.contains_key(&run)
    }

    /// Adds the line of a run.
    ///
    /// # Errors
    /// Those of the file.
    pub(super) fn add(&mut self, run: RunKey, line: &str) -> Result<(), HostError> {
        let place = self.file.add(line)?;
        self.lines.insert(run, place);
        Ok(())
    }

    /// Returns the line of a run.
    ///
    /// # Errors
    /// Those of the file.
    pub(super) fn line(&mut self, run: RunKey) -> Result<Option<String>, HostError> {
        let Some(&place) = self.lines.get(&run) else { return Ok(None) };
        let bytes = self.file.line(place)?;
        String::from_utf8(bytes).map(Some).map_err(|_| self.not_a_line(place.line))
    }

    /// Returns the rows of a run.
    ///
    /// # Errors
    /// Those of the file, and a line with values that the table cannot have.
    pub(super) fn rows(&mut self, run: RunKey) -> Result<Option<RunTableRows>, HostError> {
        let Some(text) = self.line(run)? else { return Ok(None) };
        let line = serde_json::from_str::<TableLine>(&text).ok();
        let rows = line.and_then(|line| line.rows(self.table));
        rows.map(Some).ok_or_else(|| self.not_a_line(self.number(run)))
    }

    /// The number of the line of a run, from 1; 0 if this program has just written it.
    pub(super) fn number(&self, run: RunKey) -> usize {
        self.lines.get(&run).map_or(0, |place| place.line)
    }

    fn not_a_line(&self, line: usize) -> HostError {
        let message = format!(
            "not the {} of a run; remove the line and repeat the command, which makes the run again",
            self.table.name()
        );
        HostError::at(&self.path().display().to_string(), Position::new(line, 1), message)
    }
}
