//! Sweeps: every combination of workloads, settings and seeds, on several threads.
//!
//! The table has the columns of [`hws_run::sweep::SweepTable`] behind that of the workload; workloads vary slowest. With a folder, each run is kept in a journal as it finishes, and an interrupted sweep goes on.

mod csv_file;
mod journal;
mod parquet_file;
mod pool;
mod request;
mod results;
mod table;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::thread;

use hws_run::run::Control;
use hws_run::sweep::{SweepOrder, SweepPlan, SweepRow, SweepSummary, SweepTable};

use crate::HostError;
use journal::Journal;

pub use request::{SweepRequest, workloads_of};

/// A valid sweep.
#[derive(Clone, Debug)]
pub struct Sweep {
    parts: Vec<SweepPart>,
}

/// The runs of one workload.
#[derive(Clone, Debug)]
pub struct SweepPart {
    /// Its name: the value of the axis `workload`, or its files.
    pub name: String,
    /// Its runs.
    pub plan: SweepPlan,
}

/// The files of a sweep.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum SweepFormat {
    /// sweep.parquet
    #[default]
    Parquet,
    /// sweep.csv
    Csv,
    /// Both files.
    Both,
}

impl SweepFormat {
    fn has_parquet(self) -> bool {
        self != Self::Csv
    }

    fn has_csv(self) -> bool {
        self != Self::Parquet
    }
}

/// How a sweep is made.
#[derive(Clone, Copy, Default, Debug)]
pub struct SweepOptions<'o> {
    /// The number of threads; by default one per core.
    pub jobs: Option<NonZeroUsize>,
    /// The folder for journal and table.
    pub out: Option<&'o Path>,
    /// Repeat the runs that are in the journal.
    pub restart: bool,
    /// The files to write to the folder.
    pub format: SweepFormat,
}

/// How the caller stops a sweep.
pub struct SweepStop<'s> {
    /// Asked by all threads between two steps of a run.
    pub is_asked: &'s (dyn Fn() -> bool + Sync),
    /// Called on the thread of the caller from time to time.
    pub look: &'s dyn Fn(),
}

/// What happens in a sweep, for those who wait.
#[derive(Clone, Copy, Debug)]
pub enum SweepNews<'n> {
    /// The last line of the journal was incomplete and has been removed.
    Repaired {
        /// The journal.
        journal: &'n Path,
    },
    /// The kept rows come from another build of the program and are not used.
    OtherBuild,
    /// The runs begin.
    Begins {
        /// The number of runs that are already in the journal.
        kept: usize,
        /// The journal, if there is one.
        journal: Option<&'n Path>,
    },
    /// A run has been made.
    Made,
    /// The runs have ended.
    Ended,
    /// A file has been written.
    Written {
        /// The file.
        file: &'n Path,
        /// Its rows.
        rows: usize,
    },
    /// The sweep was stopped before its end.
    Left {
        /// The number of runs that have not been made.
        runs: usize,
    },
}

/// The listener of a sweep.
pub type SweepListener<'l> = dyn FnMut(SweepNews<'_>) + 'l;

impl Sweep {
    /// Returns the workloads in order.
    #[must_use]
    pub fn parts(&self) -> &[SweepPart] {
        &self.parts
    }

    /// Returns the number of runs.
    #[must_use]
    pub fn runs(&self) -> usize {
        self.parts.iter().map(|part| part.plan.runs()).sum()
    }

    /// Returns the rows as a table.
    #[must_use]
    pub fn table(&self, rows: &[Option<SweepRow>]) -> SweepTable {
        table::table(self, rows)
    }

    /// Returns means and differences of all settings.
    #[must_use]
    pub fn summary(&self, rows: &[Option<SweepRow>], order: SweepOrder) -> SweepSummary {
        let workloads: Vec<_> =
            self.parts.iter().map(|part| (Some(part.name.as_str()), &part.plan)).collect();
        SweepSummary::of_workloads(&workloads, rows, order)
    }

    /// Makes all runs, or those until the caller stops the sweep; with a folder, those that are not in its journal yet, and writes its
    /// files. Returns a row for each run in the order of the sweep, and none for a run that was not made.
    ///
    /// # Errors
    /// A file that cannot be read or written, a journal that another sweep uses or that is not one.
    pub fn make(
        &self,
        options: &SweepOptions<'_>,
        stop: &SweepStop<'_>,
        listener: &mut SweepListener<'_>,
    ) -> Result<Vec<Option<SweepRow>>, HostError> {
        let mut rows = vec![None; self.runs()];
        let Some(folder) = options.out else {
            listener(SweepNews::Begins { kept: 0, journal: None });
            self.make_missing(options, stop, &mut rows, listener, |_, _| Ok(()))?;
            return Ok(rows);
        };
        let (mut journal, kept) = Journal::open(folder)?;
        if !options.restart {
            self.reuse(kept.rows, &mut rows, stop, listener);
        }
        let name = journal.path().to_owned();
        if kept.is_repaired {
            listener(SweepNews::Repaired { journal: &name });
        }
        let reused = rows.iter().flatten().count();
        listener(SweepNews::Begins { kept: reused, journal: Some(&name) });
        self.make_missing(options, stop, &mut rows, listener, |run, row| {
            let (part, run) = self.part(run);
            journal.add(part.plan.key(run), &part.name, part.plan.settings(run), part.plan.seed(run), row)
        })?;
        self.finish(folder, options.format, &rows, listener)?;
        Ok(rows)
    }

    fn finish(
        &self,
        folder: &Path,
        format: SweepFormat,
        rows: &[Option<SweepRow>],
        listener: &mut SweepListener<'_>,
    ) -> Result<(), HostError> {
        let made = rows.iter().flatten().count();
        let files: Vec<PathBuf> = results::write(&self.table(rows), folder, format)?;
        files.iter().for_each(|file| listener(SweepNews::Written { file, rows: made }));
        if made < rows.len() {
            listener(SweepNews::Left { runs: rows.len() - made });
        }
        Ok(())
    }

    /// The workload of a run, and the number of the run in it.
    fn part(&self, run: usize) -> (&SweepPart, usize) {
        let mut rest = run;
        for part in &self.parts {
            match rest.checked_sub(part.plan.runs()) {
                Some(later) => rest = later,
                None => return (part, rest),
            }
        }
        unreachable!("run {run} of {}", self.runs())
    }

    /// Reuses the kept rows if this program still gives the same results. The first run is repeated and compared, since a program can
    /// change without a new version.
    fn reuse(
        &self,
        mut kept: BTreeMap<String, SweepRow>,
        rows: &mut [Option<SweepRow>],
        stop: &SweepStop<'_>,
        listener: &mut SweepListener<'_>,
    ) {
        for (run, row) in rows.iter_mut().enumerate() {
            let (part, run) = self.part(run);
            *row = kept.remove(&part.plan.key(run).to_string());
        }
        let Some(first) = rows.iter().position(Option::is_some) else { return };
        let (part, run) = self.part(first);
        let asked = || {
            (stop.look)();
            (stop.is_asked)()
        };
        let again = part.plan.row_under(run, &Control { stop: Some(&asked), progress: None });
        if again.is_some() && again != rows[first] {
            listener(SweepNews::OtherBuild);
            rows.fill(None);
        }
    }

    /// Makes the runs that have no row.
    fn make_missing(
        &self,
        options: &SweepOptions<'_>,
        stop: &SweepStop<'_>,
        rows: &mut [Option<SweepRow>],
        listener: &mut SweepListener<'_>,
        mut keep: impl FnMut(usize, &SweepRow) -> Result<(), HostError>,
    ) -> Result<(), HostError> {
        let todo: Vec<usize> = (0..rows.len()).filter(|&run| rows[run].is_none()).collect();
        let jobs = options.jobs.or_else(|| thread::available_parallelism().ok()).map_or(1, Into::into);
        let is_asked = stop.is_asked;
        let run = |run| {
            let (part, run) = self.part(run);
            part.plan.row_under(run, &Control { stop: Some(&is_asked), progress: None })
        };
        let result = pool::make(&todo, jobs, is_asked, stop.look, &run, |run, row| {
            // A stopped run is repeated next time.
            let Some(row) = row else { return Ok(()) };
            keep(run, &row)?;
            rows[run] = Some(row);
            listener(SweepNews::Made);
            Ok(())
        });
        listener(SweepNews::Ended);
        result
    }
}
