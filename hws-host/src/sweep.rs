//! Sweeps: every combination of workloads, settings and seeds, on several threads or in several places.
//!
//! The table has the columns of [`hws_run::sweep::SweepTable`]; workloads vary slowest. With a folder, each run is kept in a journal as it
//! finishes, and an interrupted sweep goes on. On request, the folder has a [table](hws_run::sweep::RunTable) of all graphs, or of all
//! kernels, of every run.
//!
//! * [`Sweep`] makes all runs, or those of a [shard](hws_run::sweep::Shard), on threads of this process;
//! * [`SweepRows`] takes rows that are made in other processes, in any order;
//! * [`SweepMerge`] puts the folders of shards together;
//! * [`Tuning`] searches for settings, with runs of the same kind.

mod csv_file;
mod journal;
mod journals;
mod line;
mod line_file;
mod list;
mod merge;
mod news;
mod options;
mod own_files;
mod parquet_file;
mod pool;
mod request;
mod results;
mod rows;
mod saved_plan;
mod table_files;
mod table_journal;
mod table_line;
#[cfg(test)]
mod tests;
mod tune;

use std::num::NonZeroUsize;
use std::thread;

use hws_run::run::Control;
use hws_run::sweep::{MadeRun, RunTables, SweepOrder, SweepPlan, SweepRow, SweepSummary, SweepTable};

use crate::HostError;

pub use list::{ListedRun, ListedWorkload, SweepList};
pub use merge::{MergedFolder, SweepMerge};
pub use news::{SweepListener, SweepNews};
pub use options::{SweepFormat, SweepOptions, SweepStop};
pub use own_files::{sweep_files, tune_files};
pub use request::{SweepRequest, workloads_of};
pub use rows::SweepRows;
pub use tune::{TuneLimit, TuneRequest, Tuning};

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

    /// Returns what identifies the runs.
    #[must_use]
    pub fn list(&self) -> SweepList {
        let listed = |part: &SweepPart| ListedWorkload {
            name: part.name.clone(),
            outline: part.plan.outline().clone(),
        };
        SweepList::new(self.parts.iter().map(listed).collect())
    }

    /// Returns the rows as a table.
    #[must_use]
    pub fn table(&self, rows: &[Option<SweepRow>]) -> SweepTable {
        self.list().table(rows)
    }

    /// Returns means and differences of all settings.
    #[must_use]
    pub fn summary(&self, rows: &[Option<SweepRow>], order: SweepOrder) -> SweepSummary {
        self.list().summary(rows, order)
    }

    /// Makes a run; none if it is stopped.
    #[must_use]
    pub fn row_under(&self, run: usize, control: &Control<'_>) -> Option<SweepRow> {
        self.made_under(run, RunTables::default(), control).map(|made| made.row)
    }

    /// Makes a run and its rows in these tables; none if it is stopped.
    #[must_use]
    pub fn made_under(&self, run: usize, tables: RunTables, control: &Control<'_>) -> Option<MadeRun> {
        let mut rest = run;
        let mut parts = self.parts.iter();
        parts.find_map(|part| match rest.checked_sub(part.plan.runs()) {
            Some(later) => {
                rest = later;
                None
            }
            None => Some(part.plan.made_under(rest, tables, control)),
        })?
    }

    /// Makes all runs, or those of the shard, until the caller stops the sweep; with a folder, those that are not in its journal yet, and
    /// writes its files. Returns a row for each run in the order of the sweep, and none for a run that was not made.
    ///
    /// # Errors
    /// A file that cannot be read or written, a journal that another sweep uses or that is not one.
    pub fn make(
        &self,
        options: &SweepOptions<'_>,
        stop: &SweepStop<'_>,
        listener: &mut SweepListener<'_>,
    ) -> Result<Vec<Option<SweepRow>>, HostError> {
        let mut rows = SweepRows::begin(self, options, stop, listener)?;
        let todo = rows.missing();
        let jobs = cores(options.jobs);
        let is_asked = stop.is_asked;
        let run = |run| {
            let control = Control { stop: Some(&is_asked), progress: None };
            self.made_under(run, options.tables, &control)
        };
        let result: Result<(), HostError> =
            pool::make(&todo, jobs, is_asked, stop.look, &run, |run, made| {
                // A stopped run is repeated next time.
                let Some(made) = made else { return Ok(()) };
                rows.add(run, made)?;
                listener(SweepNews::Made);
                Ok(())
            });
        listener(SweepNews::Ended);
        result?;
        rows.finish(options.format, listener)?;
        Ok(rows.into_rows())
    }
}

/// The number of threads: as asked for, or one per core.
fn cores(jobs: Option<NonZeroUsize>) -> usize {
    jobs.or_else(|| thread::available_parallelism().ok()).map_or(1, Into::into)
}
