//! Folders of one sweep, put together.
//!
//! Every folder has its plan, which has to be the same, and a journal; the rows of all journals are united by their keys, and those of
//! further [tables](RunTables) likewise. Nothing is written before all folders have been read and agree. The result is a folder like that of one sweep, with the same table to the byte,
//! and can be continued by `hws sweep` or be merged again; what an interrupted merge has left is a folder like any other.

mod tables;

use std::fs;
use std::path::{Path, PathBuf};

use hws_run::sweep::{RunTable, RunTables, Shard, SweepRow, metric_names};

use super::journal::{self, KeptRow, KeptRows};
use super::journals::Journals;
use super::saved_plan::{self, SavedPlan};
use super::{ListedRun, SweepFormat, SweepList, SweepListener, rows, table_files};
use crate::HostError;
use tables::MergedTables;

/// What folders have together.
#[derive(Debug)]
pub struct SweepMerge {
    /// The runs.
    pub list: SweepList,
    /// A row for each run that some folder has.
    pub rows: Vec<Option<SweepRow>>,
    tables: MergedTables,
    /// The folders, each once, in the order in which they were given.
    pub folders: Vec<MergedFolder>,
}

/// A folder that was read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MergedFolder {
    /// Its path as it was given.
    pub folder: PathBuf,
    /// The part of the sweep for which it was used last; none for all of it.
    pub shard: Option<Shard>,
    /// Its rows that belong to the sweep.
    pub rows: usize,
}

/// A folder with its journal.
struct Source {
    folder: PathBuf,
    shard: Option<Shard>,
    kept: KeptRows,
}

/// A row, and the file and the line that have it.
#[derive(Clone)]
struct Placed {
    row: SweepRow,
    place: String,
}

impl SweepMerge {
    /// Reads the folders and unites their rows. Of the graphs and kernels, it takes the tables that are given, or else every table that
    /// one of the folders has.
    ///
    /// # Errors
    /// A folder that cannot be read or is not one of a sweep, folders of different sweeps or programs, two rows of a run that differ.
    pub fn read(folders: &[PathBuf], tables: RunTables) -> Result<Self, HostError> {
        let mut list: Option<(PathBuf, SweepList)> = None;
        let mut sources = Vec::new();
        let mut present = RunTables::default();
        for folder in distinct(folders)? {
            let plan = SavedPlan::read(&folder)?;
            match &list {
                None => list = Some((saved_plan::path(&folder), plan.workloads)),
                Some((first, list)) => same_sweep(first, list, &saved_plan::path(&folder), &plan.workloads)?,
            }
            present = present.union(plan.tables);
            let shard = plan.shard.and_then(|shard| shard.parse().ok());
            let kept = journal::read(&folder)?.unwrap_or_default();
            sources.push(Source { folder, shard, kept });
        }
        let Some((_, list)) = list else {
            return Err(HostError::request("no folder is given; name the folders of the shards".to_owned()));
        };
        let mut tables = MergedTables::new(if tables.is_empty() { present } else { tables });
        for source in &sources {
            tables.add(&list, &source.folder, &source.kept)?;
        }
        let mut merge = Self { rows: vec![None; list.runs()], list, tables, folders: Vec::new() };
        merge.unite(sources)?;
        merge.tables.check(&merge.list, &merge.rows)?;
        Ok(merge)
    }

    /// Returns the runs that no folder has.
    #[must_use]
    pub fn missing(&self) -> Vec<usize> {
        (0..self.rows.len()).filter(|&run| self.rows[run].is_none()).collect()
    }

    /// Returns the runs that have a row, but no rows in a table of graphs or kernels; tables that lack none are left out.
    #[must_use]
    pub fn missing_in_tables(&self) -> Vec<(RunTable, Vec<usize>)> {
        self.tables.missing(&self.list, &self.rows)
    }

    /// Writes plan, journals and tables to a folder, which is created if necessary and may be one of those that were read. Rows of this
    /// sweep that it has already are kept and have to agree.
    ///
    /// # Errors
    /// Those of the files; a journal that another sweep uses or that is not one, or that has another row for one of the runs.
    pub fn write(
        &mut self,
        out: &Path,
        format: SweepFormat,
        listener: &mut SweepListener<'_>,
    ) -> Result<(), HostError> {
        // The rows are compared before the folder is changed.
        let kept = journal::read(out)?.unwrap_or_default();
        let is_made = |key: String| kept.get(&key).is_some_and(|kept| !kept.row.is_lost());
        let has: Vec<bool> = self.keys().map(is_made).collect();
        self.tables.add(&self.list, out, &kept)?;
        self.unite(vec![Source { folder: out.to_owned(), shard: None, kept }])?;
        self.folders.pop();
        self.tables.check(&self.list, &self.rows)?;
        let (mut journals, _) = Journals::open(out, self.tables.wanted(), listener)?;
        SavedPlan::new(&self.list, None, self.tables.wanted()).write(out)?;
        for (run, row) in self.rows.iter().enumerate() {
            let Some(row) = row else { continue };
            self.tables.copy(self.list.key(run), has[run], &mut journals)?;
            if !has[run] {
                journals.add_row(&self.list.line(run, row))?;
            }
        }
        rows::write(&self.list, &self.rows, &mut journals, format, listener)?;
        table_files::tell_outdated(out, self.tables.wanted(), listener);
        Ok(())
    }

    fn keys(&self) -> impl Iterator<Item = String> {
        (0..self.list.runs()).map(|run| self.list.key(run).to_string())
    }

    /// Adds the rows of these folders.
    fn unite(&mut self, mut sources: Vec<Source>) -> Result<(), HostError> {
        let mut found = vec![0; sources.len()];
        let keys: Vec<String> = self.keys().collect();
        for (run, key) in keys.iter().enumerate() {
            let mut best =
                self.rows[run].take().map(|row| Placed { row, place: "the other folders".to_owned() });
            for (source, found) in sources.iter_mut().zip(&mut found) {
                let Some(kept) = source.kept.remove(key) else { continue };
                *found += 1;
                let other = placed(&source.folder, kept);
                best = Some(match best {
                    Some(one) => one.agreed(other).map_err(|why| disagree(&self.list.run(run), &why))?,
                    None => other,
                });
            }
            self.rows[run] = best.map(|placed| placed.row);
        }
        let folders = sources.into_iter().zip(found);
        self.folders.extend(folders.map(|(Source { folder, shard, .. }, rows)| MergedFolder {
            folder,
            shard,
            rows,
        }));
        Ok(())
    }
}

impl Placed {
    /// The row of both; what differs, if they do not agree. Any other row is better than that of a lost run.
    fn agreed(self, other: Self) -> Result<Self, String> {
        let (one, two) = (&self.row, &other.row);
        if one == two || two.is_lost() {
            return Ok(self);
        }
        if one.is_lost() {
            return Ok(other);
        }
        let metrics = metric_names().iter().zip(one.metrics.iter().zip(&two.metrics));
        let number =
            |metric: &Option<i128>| metric.map_or_else(|| "missing".to_owned(), |value| value.to_string());
        let differing = metrics
            .filter(|(_, (one, two))| one != two)
            .map(|(name, (one, two))| (*name, number(one), number(two)));
        let text = |problem: &Option<String>| problem.clone().unwrap_or_else(|| "none".to_owned());
        let problem =
            (one.problem != two.problem).then(|| ("problem", text(&one.problem), text(&two.problem)));
        let (name, one, two) = problem.into_iter().chain(differing).next().unwrap_or_default();
        Err(format!("{}: `{name}` is {two}, and {one} in {}", other.place, self.place))
    }
}

/// The folders, each once however it is spelt.
fn distinct(folders: &[PathBuf]) -> Result<Vec<PathBuf>, HostError> {
    let mut seen = Vec::new();
    let mut distinct = Vec::new();
    for folder in folders {
        let real = fs::canonicalize(folder).map_err(HostError::read(folder))?;
        if !seen.contains(&real) {
            seen.push(real);
            distinct.push(folder.clone());
        }
    }
    Ok(distinct)
}

fn same_sweep(first: &Path, list: &SweepList, path: &Path, other: &SweepList) -> Result<(), HostError> {
    let Some(difference) = list.difference(other) else { return Ok(()) };
    let message =
        format!("another sweep than {}: {difference} here; merge folders of one sweep", first.display());
    Err(HostError::file(&path.display().to_string(), message))
}

fn placed(folder: &Path, kept: KeptRow) -> Placed {
    let KeptRow { row, line } = kept;
    Placed { row, place: format!("{}:{line}", journal::path(folder).display()) }
}

fn disagree(run: &ListedRun, why: &str) -> HostError {
    HostError::request(format!(
        "{why}, for run {} ({}); one of them was made by another build: remove the wrong line, or repeat its sweep with --restart",
        run.run,
        run.shown()
    ))
}
