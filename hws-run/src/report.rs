//! The results of a run: `report.json` and the summary for a terminal.
//!
//! All numbers are integers, ratios in thousandths; times are cycles from power-on, except `est`, which is in
//! time units. A kernel is named GRAPH/KERNEL everywhere; the first slash ends the name of the graph.
//!
//! # Bounds
//! The length of a kernel is the real cycles of a block × ceil(blocks / blocks that the machine holds at once),
//! and 0 for a prefetch; its work is the real cycles of a block × threads × blocks. Then:
//!
//! * lower bound = max(end of the latest path, if every graph begins with its arrival, ceil(total work / SIPs
//!   present)). Paths cross graphs as dependencies do; credits do not count. On a path, a kernel that waits for
//!   the finish of another one starts the length of that kernel after it, and a kernel that waits for a launch
//!   starts no earlier than the other one.
//! * overhead bound = ceil((work + (SIPs − 1) × longest path) / SIPs), which is Graham's bound, + the latest
//!   arrival + ATTEMPT_CYCLES × attempts + (TD_READ_CYCLES + ATTEMPT_CYCLES + firmware latency) × kernels on
//!   the longest chain.
//!
//! No schedule is shorter than the lower bound. The overhead bound is proven for kernels of one SIP under list
//! scheduling; for wider kernels it is a yardstick. Both saturate at 2^64 - 1.

mod advice;
mod counts;
mod deadlines;
mod faults;
mod firmware;
mod graphs;
mod highlights;
mod kernels;
pub mod metrics;
mod overhead_bound;
mod problems;
pub mod scalars;
mod schema;
mod spread;
mod summary;

use schemars::JsonSchema;
use serde::Serialize;

pub use advice::{Advice, BetterSettings};
pub use counts::{AttemptCounts, LaunchCounts, MachineReport, RegisterSetting, TrafficReport, UsageMask};
pub use deadlines::DeadlinesReport;
pub use faults::{FaultAnswersReport, FaultReport, FaultsReport};
pub use firmware::FirmwareReport;
pub use graphs::DagReport;
pub use highlights::Highlights;
pub use kernels::{KernelReport, ListedKernels, WrittenKernels};
pub use metrics::Metrics;
pub use problems::{ErrorReport, StuckReport};
pub use schema::schema;
pub use spread::Spread;
pub use summary::ReportSummary;

use crate::bounds::{Bounds, Paths, narrow};
use crate::run::{KernelRecord, RunRecord};
use crate::workload::Workload;

/// The version of `report.json`: it increases when a key changes its meaning or is removed.
pub const SCHEMA_VERSION: u32 = 3;

/// `report.json`. Its kernels are a list, or [made when they are written](WrittenKernels).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Report")]
pub struct Report<K = Vec<KernelReport>> {
    /// [`SCHEMA_VERSION`] of the program that wrote it.
    pub schema_version: u32,
    /// Every kernel is done, every SIP idle, nothing reserved.
    pub drained: bool,
    /// The run was stopped from outside before its end.
    pub stopped: bool,
    /// The cycle in which the last block finished.
    pub makespan: u64,
    /// The makespan that the plan predicts where decisions delay it; null without such a plan.
    pub predicted_end: Option<u64>,
    /// No schedule is shorter.
    pub lower_bound: u64,
    /// Graham's bound plus the cost of scheduling.
    pub overhead_bound: u64,
    /// Whether the makespan is between the two bounds.
    pub within_bounds: bool,
    /// The factor of imported times.
    pub est_scale: u64,
    /// Whether some transfer or load takes time.
    pub transfers: bool,
    /// The cycle in which the run ended.
    pub end: u64,
    /// The machine of the run.
    pub machine: MachineReport,
    /// SIP cycles in which a block was running, per thousand of those up to the makespan, rounded down.
    pub utilisation_permille: u64,
    /// The graphs in the order of the workload.
    pub dags: Vec<DagReport>,
    /// The kernels in the order of their kernel_ids, from 0.
    pub kernels: K,
    /// From ready to first launch, over all kernels that were launched.
    pub waits: Spread,
    /// Scheduling attempts.
    pub attempts: AttemptCounts,
    /// Launches by pool.
    pub launches: LaunchCounts,
    /// Promotions of kernels to R-tasks.
    pub promotions: u64,
    /// Cancelled reservations.
    pub cancels: u64,
    /// Launches on a SIP reserved for another kernel.
    pub backfills: u64,
    /// CF accesses of the firmware.
    pub traffic: TrafficReport,
    /// The longest time from a message to the end of its handling by firmware.
    pub firmware_latency: u64,
    /// Register accesses that the HWS refused.
    pub bus_errors: u64,
    /// ERR_STATUS conditions in order.
    pub errors: Vec<ErrorReport>,
    /// The kernels that never finished, if the run got stuck.
    pub stuck: Vec<StuckReport>,
    /// The deadlines of graphs and kernels; null if none has one.
    pub deadlines: Option<DeadlinesReport>,
    /// The compiled firmware that ran; null if it was the built-in Amos.
    pub firmware: Option<FirmwareReport>,
    /// The injected faults, and what Amos did; null if none were to be injected.
    pub faults: Option<FaultsReport>,
    /// The metrics of the timeline; null if none was recorded.
    pub metrics: Option<Metrics>,
    /// What a few other settings would have done (`--advise`); null without.
    pub advice: Option<Advice>,
}

impl Report {
    /// Creates the report of a run of `workload` with this record.
    #[must_use]
    pub fn new(workload: &Workload, record: &RunRecord) -> Self {
        Self::listing(ListedKernels::All, workload, record)
    }

    /// Creates the same report with only some of its kernels.
    #[must_use]
    pub fn listing(listed: ListedKernels, workload: &Workload, record: &RunRecord) -> Self {
        Self::of(kernels::listed(workload, record, listed).collect(), workload, record)
    }

    /// Creates the same report, with all of its kernels, to be written.
    #[must_use]
    pub fn written<'r>(&self, workload: &'r Workload, record: &'r RunRecord) -> Report<WrittenKernels<'r>> {
        let written = Report::of(WrittenKernels { workload, record }, workload, record);
        Report { metrics: self.metrics.clone(), advice: self.advice.clone(), ..written }
    }
}

impl<K> Report<K> {
    fn of(kernels: K, workload: &Workload, record: &RunRecord) -> Self {
        let paths = Paths::new(workload);
        let bounds = Bounds::of(workload, &paths);
        let (lower_bound, overhead_bound) = (narrow(bounds.lower), overhead_bound::new(&bounds, record));
        Self {
            schema_version: SCHEMA_VERSION,
            drained: record.drained,
            stopped: record.stopped,
            makespan: record.makespan,
            predicted_end: predicted_end(workload),
            lower_bound,
            overhead_bound,
            within_bounds: (lower_bound..=overhead_bound).contains(&record.makespan),
            est_scale: workload.est_scale,
            transfers: workload.has_transfers(),
            end: record.end.0,
            machine: MachineReport::new(workload),
            utilisation_permille: counts::utilisation_permille(workload, record),
            deadlines: DeadlinesReport::new(deadlines::all(workload, record)),
            dags: graphs::all(workload, record, &paths.own),
            waits: Spread::from_values(record.kernels.iter().filter_map(KernelRecord::wait)),
            errors: problems::errors(workload, record),
            stuck: problems::stuck(workload, record),
            kernels,
            attempts: AttemptCounts::new(record),
            launches: LaunchCounts::new(record),
            promotions: record.counters.map_or(0, |counters| counters.promotions.into()),
            cancels: record.counters.map_or(0, |counters| counters.cancels.into()),
            backfills: record.counters.map_or(0, |counters| counters.backfills.into()),
            traffic: TrafficReport::from(record.traffic),
            firmware_latency: record.firmware_latency,
            bus_errors: record.bus_errors,
            firmware: record.image.as_ref().map(FirmwareReport::new),
            faults: record.faults.as_ref().map(FaultsReport::new),
            metrics: None,
            advice: None,
        }
    }

    /// Returns the same report with metrics.
    #[must_use]
    pub fn with_metrics(self, metrics: Metrics) -> Self {
        Self { metrics: Some(metrics), ..self }
    }

    /// Returns the same report with advice.
    #[must_use]
    pub fn with_advice(self, advice: Option<Advice>) -> Self {
        Self { advice, ..self }
    }
}

/// The planned end times the factor that the plan predicts, rounded to the nearest cycle.
fn predicted_end(workload: &Workload) -> Option<u64> {
    let ([run, planned], end) = workload.predicted_factor.zip(workload.planned_end())?;
    let (run, planned) = (u128::from(run), u128::from(planned).max(1));
    u64::try_from((u128::from(end.0) * run + planned / 2) / planned).ok()
}

#[cfg(test)]
mod tests;
