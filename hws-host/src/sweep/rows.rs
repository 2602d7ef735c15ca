//! The rows of a sweep while it is made, in memory and in its folder.

use std::path::{Path, PathBuf};

use hws_run::run::Control;
use hws_run::sweep::{Shard, SweepRow};

use super::journal::{Journal, KeptRows};
use super::line::Line;
use super::saved_plan::SavedPlan;
use super::{Sweep, SweepFormat, SweepList, SweepListener, SweepNews, SweepOptions, SweepStop, results};
use crate::HostError;

/// The rows of a sweep, wherever they are made; with a folder, each is kept there when it arrives.
#[derive(Debug)]
pub struct SweepRows {
    list: SweepList,
    shard: Shard,
    rows: Vec<Option<SweepRow>>,
    folder: Option<(PathBuf, Journal)>,
}

impl SweepRows {
    /// Begins a sweep. With a folder, its rows are reused if this program still gives the same results, unless they are to be repeated;
    /// its plan is written. Every other option is left to the caller.
    ///
    /// # Errors
    /// A file that cannot be read or written, a journal that another sweep uses or that is not one. The folder is unchanged then.
    pub fn begin(
        sweep: &Sweep,
        options: &SweepOptions<'_>,
        stop: &SweepStop<'_>,
        listener: &mut SweepListener<'_>,
    ) -> Result<Self, HostError> {
        let list = sweep.list();
        let shard = options.shard.unwrap_or_default();
        let mut rows = Self { rows: vec![None; list.runs()], list, shard, folder: None };
        if let Some(folder) = options.out {
            let (journal, kept) = Journal::open(folder)?;
            SavedPlan::new(&rows.list, options.shard).write(folder)?;
            if !options.restart {
                rows.reuse(sweep, kept.rows, stop, listener);
            }
            if kept.is_repaired {
                listener(SweepNews::Repaired { journal: journal.path() });
            }
            rows.folder = Some((folder.to_owned(), journal));
        }
        let kept = rows.made();
        let journal = rows.folder.as_ref().map(|(_, journal)| journal.path());
        listener(SweepNews::Begins { kept, journal });
        Ok(rows)
    }

    /// Returns the rows in the order of the sweep; none for a run that has not been made.
    #[must_use]
    pub fn rows(&self) -> &[Option<SweepRow>] {
        &self.rows
    }

    /// Returns the runs that are to be made and have no row.
    #[must_use]
    pub fn missing(&self) -> Vec<usize> {
        self.shard.runs(self.rows.len()).filter(|&run| self.rows[run].is_none()).collect()
    }

    /// The number of rows of the shard.
    fn made(&self) -> usize {
        self.shard.runs(self.rows.len()).filter(|&run| self.rows[run].is_some()).count()
    }

    /// Adds a row. A run that has one already keeps it.
    ///
    /// # Errors
    /// Those of the journal.
    pub fn add(&mut self, run: usize, row: SweepRow) -> Result<(), HostError> {
        if self.rows[run].is_none() {
            if let Some((_, journal)) = &mut self.folder {
                journal.add(&self.list.line(run, &row))?;
            }
            self.rows[run] = Some(row);
        }
        Ok(())
    }

    /// Adds a row that another process has made, as its [line](SweepList::line).
    ///
    /// # Errors
    /// A line that is malformed or of another run, or has other metrics; nothing is added then. Those of the journal.
    pub fn add_line(&mut self, run: usize, text: &str) -> Result<(), HostError> {
        let refused = |why: &str| HostError::Request(format!("a worker has returned {why} for run {run}"));
        if run >= self.rows.len() {
            return Err(refused("a row"));
        }
        let line: Line = serde_json::from_str(text).map_err(|error| refused(&error.to_string()))?;
        if line.key != self.list.key(run).to_string() {
            return Err(refused("the row of another run or of another version"));
        }
        self.add(run, line.row().ok_or_else(|| refused("other metrics"))?)
    }

    /// Writes the files of a folder; without a folder this does nothing.
    ///
    /// # Errors
    /// Those of the files.
    pub fn finish(&self, format: SweepFormat, listener: &mut SweepListener<'_>) -> Result<(), HostError> {
        let Some((folder, _)) = &self.folder else { return Ok(()) };
        write(&self.list, &self.rows, folder, format, listener)?;
        match self.missing().len() {
            0 => (),
            runs => listener(SweepNews::Left { runs }),
        }
        Ok(())
    }

    /// Returns the rows.
    #[must_use]
    pub fn into_rows(self) -> Vec<Option<SweepRow>> {
        self.rows
    }

    /// Reuses the kept rows if this program still gives the same results. The first run is repeated and compared, since a program can
    /// change without a new version.
    fn reuse(
        &mut self,
        sweep: &Sweep,
        mut kept: KeptRows,
        stop: &SweepStop<'_>,
        listener: &mut SweepListener<'_>,
    ) {
        if kept.is_empty() {
            return;
        }
        for (run, row) in self.rows.iter_mut().enumerate() {
            *row = kept.remove(&self.list.key(run).to_string()).map(|kept| kept.row);
        }
        let is_made = |row: &Option<SweepRow>| row.as_ref().is_some_and(|row| !row.is_lost());
        let Some(first) = self.rows.iter().position(is_made) else { return };
        let asked = || {
            (stop.look)();
            (stop.is_asked)()
        };
        let again = sweep.row_under(first, &Control { stop: Some(&asked), progress: None });
        if again.is_some() && again != self.rows[first] {
            listener(SweepNews::OtherBuild);
            self.rows.fill(None);
        }
    }
}

/// Writes the files of a folder.
pub(super) fn write(
    list: &SweepList,
    rows: &[Option<SweepRow>],
    folder: &Path,
    format: SweepFormat,
    listener: &mut SweepListener<'_>,
) -> Result<(), HostError> {
    let made = rows.iter().flatten().count();
    let files = results::write(&list.table(rows), folder, format)?;
    files.iter().for_each(|file| listener(SweepNews::Written { file, rows: made }));
    Ok(())
}
