//! The metrics of a run: pure functions of workload, record and timeline.
//!
//! Each metric has a file with its definition. `docs/reports.md` lists all of them.

mod alone;
mod attempts;
mod backfill;
mod clusters;
mod dags;
mod overhead;
mod reservations;
mod slowdown;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use alone::{Alone, MOST_KERNELS};
pub use attempts::{AttemptMetrics, FailCount};
pub use backfill::BackfillMetrics;
pub use clusters::ClusterMetrics;
pub use dags::DagMetrics;
pub use overhead::{Overhead, Reasons};
pub use reservations::ReservationMetrics;
pub use slowdown::Slowdown;

use super::Spread;
use crate::run::RunRecord;
use crate::timeline::Timeline;
use crate::workload::Workload;

/// The metrics of a run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Metrics {
    /// From the arrival of a graph to the finish of its last kernel, over the graphs that finished.
    pub turnaround: Spread,
    /// Compared with the time that each graph takes alone; null if that was not measured.
    pub slowdown: Option<Slowdown>,
    /// The graphs in the order of the workload.
    pub dags: Vec<DagMetrics>,
    /// The clusters, ascending.
    pub clusters: Vec<ClusterMetrics>,
    /// Successful attempts, and SIPs that no kernel could use.
    pub attempts: AttemptMetrics,
    /// Histogram of fail_times, ascending; compute kernels only.
    pub fail_times: Vec<FailCount>,
    /// Launches on SIPs reserved for another kernel.
    pub backfill: BackfillMetrics,
    /// The outcomes and the cost of reservations.
    pub reservations: ReservationMetrics,
    /// The causes of waiting before the first launch.
    pub overhead: Overhead,
}

impl Metrics {
    /// Computes the metrics of a run of `workload`; `alone` comes from [`Alone::measure`].
    #[must_use]
    pub fn new(workload: &Workload, record: &RunRecord, timeline: &Timeline, alone: Option<&Alone>) -> Self {
        let dags = dags::all(workload, record, alone);
        let reservations = timeline.reservation_sums();
        Self {
            turnaround: Spread::from_values(dags.iter().filter_map(|dag| dag.turnaround)),
            slowdown: Slowdown::new(&dags),
            dags,
            clusters: clusters::all(record, timeline),
            attempts: AttemptMetrics::new(timeline),
            fail_times: attempts::fail_times(timeline),
            backfill: BackfillMetrics::new(timeline, &reservations),
            reservations: ReservationMetrics::new(&reservations),
            overhead: Overhead::new(timeline),
        }
    }
}

#[cfg(test)]
mod tests;
