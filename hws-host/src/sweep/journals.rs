//! The journal of a folder, with those of its further tables.

use std::path::{Path, PathBuf};

use hws_run::sweep::{MadeRun, RunKey, RunTables};

use super::journal::{Journal, Kept, KeptRows};
use super::table_journal::TableJournal;
use super::table_line::TableLine;
use super::{SweepListener, SweepNews};
use crate::HostError;

/// The open files of a folder, which is locked.
#[derive(Debug)]
pub(super) struct Journals {
    folder: PathBuf,
    rows: Journal,
    tables: Vec<TableJournal>,
}

impl Journals {
    /// Opens and reads the journals of a folder; all are created if necessary. Tells which of them were repaired.
    ///
    /// # Errors
    /// A file that cannot be read or written, that another sweep has locked, or that is not a journal.
    pub(super) fn open(
        folder: &Path,
        tables: RunTables,
        listener: &mut SweepListener<'_>,
    ) -> Result<(Self, KeptRows), HostError> {
        let (rows, Kept { rows: kept, is_repaired }) = Journal::open(folder)?;
        let mut repaired = if is_repaired { vec![rows.path().to_owned()] } else { Vec::new() };
        let mut journals = Self { folder: folder.to_owned(), rows, tables: Vec::new() };
        for table in tables.iter() {
            let (journal, is_repaired) = TableJournal::open(folder, table)?;
            repaired.extend(is_repaired.then(|| journal.path().to_owned()));
            journals.tables.push(journal);
        }
        repaired.iter().for_each(|journal| listener(SweepNews::Repaired { journal }));
        Ok((journals, kept))
    }

    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    /// The path of the journal.
    pub(super) fn path(&self) -> &Path {
        self.rows.path()
    }

    pub(super) fn tables(&mut self) -> &mut [TableJournal] {
        &mut self.tables
    }

    /// Returns whether the tables have the rows of a run.
    pub(super) fn has_tables(&self, run: RunKey) -> bool {
        self.tables.iter().all(|table| table.has(run))
    }

    /// Returns whether the tables have exactly these rows of a run.
    ///
    /// # Errors
    /// Those of the files.
    pub(super) fn have_same_tables(&mut self, run: RunKey, made: &MadeRun) -> Result<bool, HostError> {
        for (journal, rows) in self.tables.iter_mut().zip(&made.tables) {
            if journal.line(run)? != Some(TableLine::new(run.to_string(), rows).text()) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Adds a run with its line in the journal, which comes last: a run that has one has its rows in every table.
    ///
    /// # Errors
    /// Those of the files.
    pub(super) fn add(&mut self, run: RunKey, line: &str, made: &MadeRun) -> Result<(), HostError> {
        for (journal, rows) in self.tables.iter_mut().zip(&made.tables) {
            journal.add(run, &TableLine::new(run.to_string(), rows).text())?;
        }
        self.add_row(line)
    }

    /// Adds the line of a run to the journal only.
    ///
    /// # Errors
    /// Those of the file.
    pub(super) fn add_row(&mut self, line: &str) -> Result<(), HostError> {
        self.rows.add(line)
    }
}
