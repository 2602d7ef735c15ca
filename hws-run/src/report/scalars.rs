//! The scalars of a report, flat and under stable names: rows of sweeps and of comparisons.

use serde_json::Value;

use super::{Metrics, Report};

/// The name of a scalar, and its place in `report.json` as a JSON pointer (RFC 6901).
pub type Scalar = (&'static str, &'static str);

/// Every scalar of the report itself.
pub const OF_REPORT: &[Scalar] = &[
    ("makespan", "/makespan"),
    ("lower_bound", "/lower_bound"),
    ("overhead_bound", "/overhead_bound"),
    ("end", "/end"),
    ("utilisation_permille", "/utilisation_permille"),
    ("wait_mean", "/waits/mean"),
    ("wait_p50", "/waits/p50"),
    ("wait_p95", "/waits/p95"),
    ("wait_max", "/waits/max"),
    ("attempts", "/attempts/total"),
    ("attempts_failed", "/attempts/failed"),
    ("launches_r", "/launches/r"),
    ("launches_p", "/launches/p"),
    ("launches_o", "/launches/o"),
    ("launches_early", "/launches/early"),
    ("promotions", "/promotions"),
    ("cancels", "/cancels"),
    ("backfills", "/backfills"),
    ("register_reads", "/traffic/reads"),
    ("register_writes", "/traffic/writes"),
    ("firmware_latency", "/firmware_latency"),
    ("bus_errors", "/bus_errors"),
    ("deadlines", "/deadlines/total"),
    ("deadline_misses", "/deadlines/missed"),
    ("lateness_max", "/deadlines/lateness_max"),
    ("tardiness_max", "/deadlines/tardiness_max"),
    ("tardiness_sum", "/deadlines/tardiness_sum"),
];

/// Every scalar of the metrics, with its place below `/metrics`.
pub const OF_METRICS: &[Scalar] = &[
    ("turnaround_mean", "/turnaround/mean"),
    ("turnaround_p50", "/turnaround/p50"),
    ("turnaround_p95", "/turnaround/p95"),
    ("turnaround_max", "/turnaround/max"),
    ("slowdown_min_permille", "/slowdown/min_permille"),
    ("slowdown_mean_permille", "/slowdown/mean_permille"),
    ("slowdown_max_permille", "/slowdown/max_permille"),
    ("unfairness_permille", "/slowdown/unfairness_permille"),
    ("attempt_success_permille", "/attempts/success_permille"),
    ("fragmented_sip_cycles", "/attempts/fragmented_sip_cycles"),
    ("backfilled_blocks", "/backfill/blocks"),
    ("backfill_rate_permille", "/backfill/rate_permille"),
    ("backfill_delay_mean", "/backfill/delay/mean"),
    ("backfill_delay_max", "/backfill/delay/max"),
    ("backfill_caused_sum", "/backfill/caused/sum"),
    ("reservations", "/reservations/total"),
    ("reserved_sip_cycles", "/reservations/sip_cycles"),
    ("reserved_idle_sip_cycles", "/reservations/idle_sip_cycles"),
    ("overhead_mean", "/overhead/overhead/mean"),
    ("overhead_p95", "/overhead/overhead/p95"),
    ("for_sips_mean", "/overhead/for_sips/mean"),
    ("for_sips_p95", "/overhead/for_sips/p95"),
];

/// A row: each name with its value, none if the report has none. Values have 64 bits, those of [`is_signed`] with a sign.
pub type ScalarRow = Vec<(&'static str, Option<i128>)>;

/// Returns whether a scalar may be negative.
#[must_use]
pub fn is_signed(name: &str) -> bool {
    name == "lateness_max"
}

impl Metrics {
    /// Returns every scalar of the metrics, always the same names in the same order.
    #[must_use]
    pub fn row(&self) -> ScalarRow {
        // Names and integers can always be serialised.
        row(OF_METRICS, &serde_json::to_value(self).unwrap_or_default())
    }
}

impl Report {
    /// Returns every scalar of the report, always the same names in the same order.
    #[must_use]
    pub fn row(&self) -> ScalarRow {
        row_of(&serde_json::to_value(self).unwrap_or_default())
    }
}

/// Returns the row of a `report.json`.
#[must_use]
pub fn row_of(report: &Value) -> ScalarRow {
    let mut whole = row(OF_REPORT, report);
    whole.extend(row(OF_METRICS, &report["metrics"]));
    whole
}

fn row(scalars: &[Scalar], value: &Value) -> ScalarRow {
    let at = |&(name, place): &Scalar| (name, value.pointer(place).and_then(number));
    scalars.iter().map(at).collect()
}

/// Returns an integer of 64 bits, with or without a sign.
pub(crate) fn number(value: &Value) -> Option<i128> {
    value.as_u64().map(i128::from).or_else(|| value.as_i64().map(i128::from))
}
