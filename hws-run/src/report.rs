//! What a run came to: `report.json` and the summary for a terminal.
//!
//! All numbers are integers, ratios in thousandths; times are cycles from power-on, except `est`, which
//! is in time units. A kernel is called GRAPH/KERNEL everywhere; the first slash ends the graph's name.
//!
//! # Bounds
//! With a kernel's length = real cycles of a block × ceil(blocks / blocks that the machine holds at
//! once), 0 for a prefetch, and its work = real cycles of a block × threads × blocks:
//!
//! * lower bound = max(end of the path that ends last, if every graph begins with its arrival, ceil(work of all /
//!   SIPs present)). Paths go across graphs as dependencies do; credits do not count. On a
//!   path, what waits for the finish of a kernel starts a length after it, what waits for its launch
//!   not before it.
//! * overhead bound = ceil((work + (SIPs − 1) × longest path) / SIPs), which is Graham's bound, + the
//!   latest arrival + ATTEMPT_CYCLES × attempts + (TD_READ_CYCLES + ATTEMPT_CYCLES + firmware latency)
//!   × kernels on the longest chain.
//!
//! No schedule beats the lower bound. The overhead bound is proven for kernels of one SIP under list
//! scheduling; for wider ones it is a yardstick. Both stop at 2^64 - 1.

mod bounds;
mod counts;
mod graphs;
mod kernels;
pub mod metrics;
mod problems;
pub mod scalars;
mod schema;
mod spread;
mod summary;

use schemars::JsonSchema;
use serde::Serialize;

pub(crate) use bounds::{Bounds, Path, lower_bound, narrow, work};
pub use counts::{Attempts, Launches, Machine, Setting, TrafficReport, UsageMask};
pub use graphs::DagReport;
pub use kernels::KernelReport;
pub use metrics::Metrics;
pub(crate) use problems::field as error_field;
pub use problems::{ErrorReport, StuckReport};
pub use schema::schema;
pub use spread::Spread;
pub use summary::{Summary, TextTable};
pub(crate) use summary::{cycles, line};

use crate::run::RunRecord;
use crate::workload::Workload;

/// The version of `report.json`: it grows when a key changes its meaning or goes.
pub const SCHEMA_VERSION: u32 = 2;

/// `report.json`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Report {
    /// [`SCHEMA_VERSION`] of the program that wrote it.
    pub schema_version: u32,
    /// Every kernel is done, every SIP idle, nothing reserved.
    pub drained: bool,
    /// The run was stopped from outside before its end.
    pub stopped: bool,
    /// When the last block finished.
    pub makespan: u64,
    /// No schedule is shorter.
    pub lower_bound: u64,
    /// Graham's bound and what deciding costs.
    pub overhead_bound: u64,
    /// Whether the makespan lies between the two.
    pub within_bounds: bool,
    /// What imported times were multiplied by.
    pub est_scale: u64,
    /// The cycle in which the run ended.
    pub end: u64,
    /// What it ran on.
    pub machine: Machine,
    /// SIP cycles in which a block ran, per thousand of those up to the makespan, rounded down.
    pub utilisation_permille: u64,
    /// The graphs in the order of the workload.
    pub dags: Vec<DagReport>,
    /// The kernels in the order of their kernel_ids, from 0.
    pub kernels: Vec<KernelReport>,
    /// From ready to first launch, over all kernels that got that far.
    pub waits: Spread,
    /// Scheduling attempts.
    pub attempts: Attempts,
    /// Launches by pool.
    pub launches: Launches,
    /// Kernels that became R-tasks, counted each time.
    pub promotions: u64,
    /// Reservations cancelled.
    pub cancels: u64,
    /// Launches of others that took a reserved SIP.
    pub backfills: u64,
    /// CF accesses of the firmware.
    pub traffic: TrafficReport,
    /// The longest time that firmware took to answer an interrupt.
    pub firmware_latency: u64,
    /// Register accesses that the HWS refused.
    pub bus_errors: u64,
    /// ERR_STATUS conditions in order.
    pub errors: Vec<ErrorReport>,
    /// The kernels that never finished, when the run got stuck.
    pub stuck: Vec<StuckReport>,
    /// What is counted on the timeline; null when none was recorded.
    pub metrics: Option<Metrics>,
}

impl Report {
    /// The report of a run of `workload`, of which `record` was kept.
    #[must_use]
    pub fn new(workload: &Workload, record: &RunRecord) -> Self {
        let bounds = Bounds::of(workload, record);
        let kernels = kernels::all(workload, record);
        Self {
            schema_version: SCHEMA_VERSION,
            drained: record.drained,
            stopped: record.stopped,
            makespan: record.makespan,
            lower_bound: bounds.lower,
            overhead_bound: bounds.overhead,
            within_bounds: (bounds.lower..=bounds.overhead).contains(&record.makespan),
            est_scale: workload.est_scale,
            end: record.end.0,
            machine: Machine::of(workload),
            utilisation_permille: counts::utilisation_permille(workload, record),
            dags: graphs::all(workload, record),
            waits: Spread::of(kernels.iter().filter_map(|kernel| kernel.wait)),
            errors: problems::errors(&kernels, record),
            stuck: problems::stuck(&kernels, record),
            kernels,
            attempts: Attempts::of(record),
            launches: Launches::of(record),
            promotions: record.counters.map_or(0, |counters| counters.promotions.into()),
            cancels: record.counters.map_or(0, |counters| counters.cancels.into()),
            backfills: record.counters.map_or(0, |counters| counters.backfills.into()),
            traffic: TrafficReport::from(record.traffic),
            firmware_latency: record.firmware_latency,
            bus_errors: record.bus_errors,
            metrics: None,
        }
    }

    /// The same with metrics.
    #[must_use]
    pub fn with_metrics(self, metrics: Metrics) -> Self {
        Self { metrics: Some(metrics), ..self }
    }
}

#[cfg(test)]
mod tests;
