//! The rows of a sweep while it is made, in memory and in its folder.

use hws_run::run::Control;
use hws_run::sweep::{MadeRun, RunTables, Shard, SweepRow};

use super::journal::KeptRows;
use super::journals::Journals;
use super::line::Line;
use super::saved_plan::SavedPlan;
use super::table_files::TableRun;
use super::table_line::TableLine;
use super::{
    Sweep, SweepFormat, SweepList, SweepListener, SweepNews, SweepOptions, SweepStop, results, table_files,
};
use crate::HostError;

/// The rows of a sweep, wherever they are made; with a folder, each is kept there when it arrives.
#[derive(Debug)]
pub struct SweepRows {
    list: SweepList,
    shard: Shard,
    tables: RunTables,
    rows: Vec<Option<SweepRow>>,
    folder: Option<Journals>,
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
        let (list, tables) = (sweep.list(), options.tables);
        let shard = options.shard.unwrap_or_default();
        let mut rows = Self { rows: vec![None; list.runs()], list, shard, tables, folder: None };
        if let Some(folder) = options.out {
            let (journals, kept) = Journals::open(folder, tables, listener)?;
            SavedPlan::new(&rows.list, options.shard, tables).write(folder)?;
            rows.folder = Some(journals);
            if !options.restart {
                rows.reuse(sweep, kept, stop, listener)?;
            }
        }
        let kept = rows.made();
        let journal = rows.folder.as_ref().map(Journals::path);
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

    /// Adds a run. One that has a row already keeps it.
    ///
    /// # Errors
    /// Those of the journals.
    pub fn add(&mut self, run: usize, made: MadeRun) -> Result<(), HostError> {
        if self.rows[run].is_none() {
            if let Some(journals) = &mut self.folder {
                journals.add(self.list.key(run), &self.list.line(run, &made.row), &made)?;
            }
            self.rows[run] = Some(made.row);
        }
        Ok(())
    }

    /// Adds the row of a [lost](SweepRow::lost) run, which has no graphs and kernels.
    ///
    /// # Errors
    /// Those of the journals.
    pub fn lose(&mut self, run: usize) -> Result<(), HostError> {
        self.add(run, MadeRun { row: SweepRow::lost(), tables: self.tables.empty_rows() })
    }

    /// Adds a run that another process has made, as its [lines](SweepList::lines).
    ///
    /// # Errors
    /// Lines that are malformed or of another run, that have other metrics, or that are not those of the tables; nothing is added then.
    /// Those of the journals.
    pub fn add_lines(&mut self, run: usize, text: &str) -> Result<(), HostError> {
        let refused = |why: &str| HostError::request(format!("a worker has returned {why} for run {run}"));
        if run >= self.rows.len() {
            return Err(refused("a row"));
        }
        let key = self.list.key(run).to_string();
        let is_of_run = |other: &str| match other == key {
            true => Ok(()),
            false => Err(refused("the row of another run or of another version")),
        };
        let mut lines = text.split('\n');
        let first = lines.next().unwrap_or_default();
        let line: Line = serde_json::from_str(first).map_err(|error| refused(&error.to_string()))?;
        is_of_run(&line.key)?;
        let row = line.row().ok_or_else(|| refused("other metrics"))?;
        let mut tables = Vec::new();
        for table in self.tables.iter() {
            let text = lines.next().ok_or_else(|| refused("no graphs or kernels"))?;
            let line: TableLine = serde_json::from_str(text).map_err(|error| refused(&error.to_string()))?;
            is_of_run(&line.key)?;
            tables.push(line.rows(table).ok_or_else(|| refused("other columns"))?);
        }
        match lines.next() {
            None => self.add(run, MadeRun { row, tables }),
            Some(_) => Err(refused("more tables than were asked for")),
        }
    }

    /// Writes the files of a folder, which is then free for another sweep, even if a file cannot be written; rows that are added later
    /// are not kept there. Without a folder this does nothing.
    ///
    /// # Errors
    /// Those of the files.
    pub fn finish(&mut self, format: SweepFormat, listener: &mut SweepListener<'_>) -> Result<(), HostError> {
        // The journals, and with them the lock, are held until the files are written.
        let Some(mut journals) = self.folder.take() else { return Ok(()) };
        write(&self.list, &self.rows, &mut journals, format, listener)?;
        table_files::tell_outdated(journals.folder(), self.tables, listener);
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
    /// change without a new version. A run that lacks rows of a table is to be made again.
    fn reuse(
        &mut self,
        sweep: &Sweep,
        mut kept: KeptRows,
        stop: &SweepStop<'_>,
        listener: &mut SweepListener<'_>,
    ) -> Result<(), HostError> {
        let Some(journals) = self.folder.as_mut().filter(|_| !kept.is_empty()) else { return Ok(()) };
        let mut without = 0;
        for (run, row) in self.rows.iter_mut().enumerate() {
            let key = self.list.key(run);
            *row = kept.remove(&key.to_string()).map(|kept| kept.row);
            // Those of other shards are made elsewhere, and lost runs have no graphs and kernels.
            let is_made = row.as_ref().is_some_and(|row| !row.is_lost());
            if is_made && self.shard.has(run) && !journals.has_tables(key) {
                (*row, without) = (None, without + 1);
            }
        }
        if without > 0 {
            listener(SweepNews::WithoutTables { runs: without });
        }
        let is_made = |row: &Option<SweepRow>| row.as_ref().is_some_and(|row| !row.is_lost());
        let Some(first) = self.rows.iter().position(is_made) else { return Ok(()) };
        let asked = || {
            (stop.look)();
            (stop.is_asked)()
        };
        let again = sweep.made_under(first, self.tables, &Control { stop: Some(&asked), progress: None });
        let Some(again) = again else { return Ok(()) };
        let key = self.list.key(first);
        let has_others = journals.has_tables(key) && !journals.have_same_tables(key, &again)?;
        if has_others || Some(again.row) != self.rows[first] {
            listener(SweepNews::OtherBuild);
            self.rows.fill(None);
        }
        Ok(())
    }
}

/// Writes the files of a folder.
pub(super) fn write(
    list: &SweepList,
    rows: &[Option<SweepRow>],
    journals: &mut Journals,
    format: SweepFormat,
    listener: &mut SweepListener<'_>,
) -> Result<(), HostError> {
    let made = rows.iter().flatten().count();
    let files = results::write(&list.table(rows), journals.folder(), format)?;
    files.iter().for_each(|file| listener(SweepNews::Written { file, rows: made }));
    let columns = list.run_columns();
    let of_run = |run| (list.key(run), list.run_cells(&columns, run));
    let runs = || -> Box<dyn Iterator<Item = TableRun>> {
        Box::new((0..rows.len()).filter(|&run| rows[run].is_some()).map(of_run))
    };
    table_files::write(journals, &columns, &runs, format, listener)
}
