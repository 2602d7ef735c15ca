//! What the timeline of a run comes to: pure functions of workload, record and timeline.
//!
//! Each metric is a file of its own, with its definition. `docs/reports.md` has them all.

mod alone;
mod attempts;
mod backfill;
mod clusters;
mod dags;
mod overhead;
mod reservations;
mod slowdown;
mod spans;

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

/// Everything that is counted on the timeline of a run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Metrics {
    /// From the arrival of a graph to the finish of its last kernel, over the graphs that finished.
    pub turnaround: Spread,
    /// Against the time that each graph takes alone; null when that was not measured.
    pub slowdown: Option<Slowdown>,
    /// The graphs in the order of the workload.
    pub dags: Vec<DagMetrics>,
    /// The clusters, ascending.
    pub clusters: Vec<ClusterMetrics>,
    /// Attempts that launched something, and SIPs that nobody could use.
    pub attempts: AttemptMetrics,
    /// How many kernels were passed over how often, ascending; compute kernels only.
    pub fail_times: Vec<FailCount>,
    /// What launches on SIPs reserved for another did.
    pub backfill: BackfillMetrics,
    /// What became of reservations.
    pub reservations: ReservationMetrics,
    /// What kernels waited for before their first launch.
    pub overhead: Overhead,
}

impl Metrics {
    /// The metrics of a run of `workload`; `alone` from [`Alone::measure`].
    #[must_use]
    pub fn new(workload: &Workload, record: &RunRecord, timeline: &Timeline, alone: Option<&Alone>) -> Self {
        let dags = dags::all(workload, record, timeline, alone);
        Self {
            turnaround: Spread::of(dags.iter().filter_map(|dag| dag.turnaround)),
            slowdown: Slowdown::of(&dags),
            dags,
            clusters: clusters::all(record, timeline),
            attempts: AttemptMetrics::of(timeline),
            fail_times: attempts::fail_times(timeline),
            backfill: BackfillMetrics::of(timeline),
            reservations: ReservationMetrics::of(timeline),
            overhead: Overhead::of(timeline),
        }
    }
}

#[cfg(test)]
mod tests;
