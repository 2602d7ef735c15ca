//! The tables of graphs and kernels of folders that are put together. Only places of lines are in memory.

use std::collections::HashSet;
use std::path::Path;

use hws_run::sweep::{RunKey, RunTable, RunTables, SweepRow};

use super::SweepList;
use crate::HostError;
use crate::sweep::journal::KeptRows;
use crate::sweep::journals::Journals;
use crate::sweep::table_journal::TableJournal;

/// The tables that are wanted, with the folders that have them.
#[derive(Debug)]
pub(super) struct MergedTables {
    wanted: RunTables,
    folders: Vec<FolderTables>,
}

/// The tables of a folder.
#[derive(Debug)]
struct FolderTables {
    journals: Vec<TableJournal>,
    /// The runs that the folder has made; those that it has lost have no graphs and kernels there. Never iterated.
    made: HashSet<RunKey>,
}

impl FolderTables {
    /// Its table, if it has the rows of a run that it has made.
    fn having(&mut self, table: RunTable, run: RunKey) -> Option<&mut TableJournal> {
        let is_made = self.made.contains(&run);
        self.journals.iter_mut().find(|journal| is_made && journal.table() == table && journal.has(run))
    }
}

impl MergedTables {
    pub(super) fn new(wanted: RunTables) -> Self {
        Self { wanted, folders: Vec::new() }
    }

    pub(super) fn wanted(&self) -> RunTables {
        self.wanted
    }

    /// Reads the tables of a folder with this journal.
    ///
    /// # Errors
    /// A file that cannot be read, or that is not one of a table.
    pub(super) fn add(&mut self, list: &SweepList, folder: &Path, kept: &KeptRows) -> Result<(), HostError> {
        let mut journals = Vec::new();
        for table in self.wanted.iter() {
            journals.extend(TableJournal::read(folder, table)?);
        }
        let is_made = |run: &RunKey| kept.get(&run.to_string()).is_some_and(|kept| !kept.row.is_lost());
        let made = match journals.is_empty() {
            true => HashSet::new(),
            false => (0..list.runs()).map(|run| list.key(run)).filter(is_made).collect(),
        };
        self.folders.push(FolderTables { journals, made });
        Ok(())
    }

    /// Compares the rows of runs that several folders have.
    ///
    /// # Errors
    /// Rows that differ, or that cannot be read.
    pub(super) fn check(&mut self, list: &SweepList, rows: &[Option<SweepRow>]) -> Result<(), HostError> {
        for table in self.wanted.iter() {
            for run in (0..rows.len()).filter(|&run| rows[run].is_some()) {
                let key = list.key(run);
                let mut having = self.folders.iter_mut().filter_map(|folder| folder.having(table, key));
                let Some(first) = having.next() else { continue };
                for other in having {
                    if first.line(key)? != other.line(key)? {
                        let place = |journal: &TableJournal| {
                            format!("{}:{}", journal.path().display(), journal.number(key))
                        };
                        let why = format!("{}: other {} than {}", place(other), table.name(), place(first));
                        return Err(super::disagree(&list.run(run), &why));
                    }
                }
            }
        }
        Ok(())
    }

    /// Copies the rows of a run to those tables of a folder that lack them, or to all if the folder has not made the run.
    ///
    /// # Errors
    /// Those of the files.
    pub(super) fn copy(&mut self, run: RunKey, is_made: bool, to: &mut Journals) -> Result<(), HostError> {
        for journal in to.tables() {
            if is_made && journal.has(run) {
                continue;
            }
            let table = journal.table();
            let from = self.folders.iter_mut().find_map(|folder| folder.having(table, run));
            if let Some(line) = from.map(|from| from.line(run)).transpose()?.flatten() {
                journal.add(run, &line)?;
            }
        }
        Ok(())
    }

    /// The runs that have a row, but no rows in a table; a lost run has none to have.
    pub(super) fn missing(&self, list: &SweepList, rows: &[Option<SweepRow>]) -> Vec<(RunTable, Vec<usize>)> {
        let is_made = |row: &Option<SweepRow>| row.as_ref().is_some_and(|row| !row.is_lost());
        let has = |folder: &FolderTables, table: RunTable, run: RunKey| {
            let its = folder.journals.iter().find(|journal| journal.table() == table);
            folder.made.contains(&run) && its.is_some_and(|journal| journal.has(run))
        };
        let is_missing =
            |table: RunTable, run: RunKey| !self.folders.iter().any(|folder| has(folder, table, run));
        let missing_in = |table: RunTable| -> Vec<usize> {
            let runs = (0..rows.len()).filter(|&run| is_made(&rows[run]));
            runs.filter(|&run| is_missing(table, list.key(run))).collect()
        };
        let tables = self.wanted.iter().map(|table| (table, missing_in(table)));
        tables.filter(|(_, runs)| !runs.is_empty()).collect()
    }
}
