//! Policy sweeps: one workload under many settings and seeds.
//!
//! * [`Axis`], [`Grid`], [`Seeds`]: what is asked for, read from options;
//! * [`Plan`]: every run of it, in order, each judged before the first is made;
//! * [`row`](row()): one run, a pure function of workload, settings and seed, so that the runs of a plan can
//!   be made anywhere, in any order, by any number of threads or machines;
//! * [`Table`]: settings, seeds and rows as columns with types, for files;
//! * [`Summary`]: means over the seeds with their confidence, and differences to the first setting.
//!
//! Nothing here knows threads, files or terminals.

mod axis;
mod error;
mod grid;
mod key;
mod metrics;
mod plan;
mod range;
mod row;
mod seeds;
mod stats;
mod summary;
mod table;
mod text;

pub use axis::{Axis, AxisValue};
pub use error::{AxisError, AxisReason, SweepError};
pub use grid::{Grid, Setting};
pub use key::Key;
pub use metrics::metric_names;
pub use plan::{Plan, RUNS_MOST, Reader};
pub use range::{RANGE_MOST, Range};
pub use row::{Row, RowOptions, row, row_under};
pub use seeds::Seeds;
pub use stats::Sample;
pub use summary::{MetricSummary, SettingSummary, Summary};
pub use table::{Cell, Column, Kind, Table};

#[cfg(test)]
mod tests;
