//! Successful attempts, and idle SIPs that no kernel could use.

use std::collections::BTreeMap;

use hws_regs::params;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::timeline::{AttemptSums, Timeline};

/// Attempts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AttemptMetrics {
    /// Attempts that ended.
    pub total: u64,
    /// Attempts that launched something.
    pub launched: u64,
    /// Successful attempts per thousand, rounded down; null without an attempt.
    pub success_permille: Option<u64>,
    /// Fragmentation: SIP cycles of attempts in which a SIP was idle, present and not reserved, the pools were
    /// not empty, and it was in no aligned free place of a kernel in them that could be launched.
    pub fragmented_sip_cycles: u64,
}

impl AttemptMetrics {
    pub(super) fn new(timeline: &Timeline) -> Self {
        let mut listed = AttemptSums::default();
        timeline.every_attempt().for_each(|attempt| listed.add(attempt.launched, attempt.idle_unusable));
        let AttemptSums { total, launched, idle_unusable } =
            timeline.sums.as_ref().map_or(listed, |sums| sums.attempts);
        Self {
            total,
            launched,
            success_permille: (launched * 1000).checked_div(total),
            fragmented_sip_cycles: idle_unusable * u64::from(params::ATTEMPT_CYCLES),
        }
    }
}

/// One step of the histogram.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FailCount {
    /// Number of times that a kernel was passed over as a P-task (scheduler.md §6.4).
    pub fail_times: u16,
    /// Number of kernels with this count.
    pub kernels: u64,
}

pub(super) fn fail_times(timeline: &Timeline) -> Vec<FailCount> {
    let counts =
        timeline.sums.as_ref().map_or_else(|| listed_fail_times(timeline), |sums| sums.fail_times.clone());
    counts.into_iter().map(|(fail_times, kernels)| FailCount { fail_times, kernels }).collect()
}

fn listed_fail_times(timeline: &Timeline) -> BTreeMap<u16, u64> {
    let mut counts = BTreeMap::new();
    let computes = timeline.kernels.iter().filter(|kernel| kernel.role.computes());
    computes.for_each(|kernel| *counts.entry(kernel.fail_times).or_default() += 1);
    counts
}
