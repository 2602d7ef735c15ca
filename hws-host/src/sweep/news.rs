//! What happens while a sweep is made or put together.

use std::path::Path;

use hws_run::sweep::RunTable;

/// What happens in a sweep, for those who wait.
#[derive(Clone, Copy, Debug)]
pub enum SweepNews<'n> {
    /// The last line of a journal was incomplete and has been removed.
    Repaired {
        /// The journal.
        journal: &'n Path,
    },
    /// The kept rows come from another build of the program and are not used.
    OtherBuild,
    /// Runs of the journal lack rows of the tables that are asked for, and are made again.
    WithoutTables {
        /// Their number.
        runs: usize,
    },
    /// A file has a table that was not asked for: it stays as it is, and has the runs of an earlier sweep.
    Outdated {
        /// The file.
        file: &'n Path,
        /// The table.
        table: RunTable,
    },
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
        /// The number of its runs, or of those of its shard, that have not been made.
        runs: usize,
    },
}

/// The listener of a sweep.
pub type SweepListener<'l> = dyn FnMut(SweepNews<'_>) + 'l;
