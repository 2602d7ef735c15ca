//! Policy sweeps: one workload under many settings and seeds.
//!
//! * [`Axis`], [`Grid`], [`Seeds`]: the settings and seeds, read from options;
//! * [`SweepPlan`]: every run of a sweep, in order, all validated before the first one is made;
//! * [`row`](row()): one run, a pure function of workload, settings and seed, so that the runs of a plan can be
//!   made anywhere, in any order, by any number of threads or machines;
//! * [`SweepOutline`]: what identifies its runs, small and serialisable, for rows that were made elsewhere;
//! * [`SweepTable`]: settings, seeds and rows as typed columns, for files; [`RunTable`]: the graphs or kernels of every run, on request;
//! * [`page`]: rows as an HTML page;
//! * [`SweepSummary`]: means over the seeds with confidence intervals, and differences to the defaults.
//!
//! Threads, files and terminals are left to the caller.

mod axis;
mod column;
mod error;
mod grid;
mod key;
mod metrics;
mod order;
mod outline;
pub mod page;
mod plan;
mod program;
mod range;
mod row;
mod run_columns;
mod run_table;
mod seeds;
mod shard;
mod stats;
mod summary;
mod table;
mod text;

pub use axis::{Axis, AxisValue};
pub use column::{Cell, Column, ColumnKind};
pub use error::{AxisError, AxisReason, SweepError};
pub use grid::{Grid, PolicySetting};
pub use key::{NoRunKey, RunKey};
pub use metrics::{MetricInfo, metric_infos, metric_names};
pub use order::{SweepOrder, UnknownSweepOrder};
pub use outline::SweepOutline;
pub use plan::{RUNS_MOST, SweepPlan, WorkloadReader};
pub use program::SweepProgram;
pub use range::{RANGE_MOST, Range};
pub use row::{RowOptions, SweepRow, made_under, row, row_under};
pub use run_columns::RunColumns;
pub use run_table::{MadeRun, RunTable, RunTableRows, RunTables, UnknownRunTable};
pub use seeds::Seeds;
pub use shard::{NoShard, Shard};
pub use stats::Sample;
pub use summary::{MetricSummary, SettingSummary, SweepReference, SweepSummary};
pub use table::{SweepTable, metric_cell, metric_columns};

#[cfg(test)]
mod tests;
