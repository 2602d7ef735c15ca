//! How a sweep is made.

use std::num::NonZeroUsize;
use std::path::Path;

use hws_run::sweep::{RunTables, Shard};

/// The files of each table of a sweep.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum SweepFormat {
    /// Parquet: sweep.parquet
    #[default]
    Parquet,
    /// CSV: sweep.csv
    Csv,
    /// Both files.
    Both,
}

impl SweepFormat {
    pub(super) fn has_parquet(self) -> bool {
        self != Self::Csv
    }

    pub(super) fn has_csv(self) -> bool {
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
    /// The tables of graphs and kernels to keep and write in the folder; by default none.
    pub tables: RunTables,
    /// The runs to make; by default all. Rows of other shards that are in the journal are in the table, too.
    pub shard: Option<Shard>,
}

/// How the caller stops a sweep.
pub struct SweepStop<'s> {
    /// Asked by all threads between two steps of a run.
    pub is_asked: &'s (dyn Fn() -> bool + Sync),
    /// Called on the thread of the caller from time to time.
    pub look: &'s dyn Fn(),
}
