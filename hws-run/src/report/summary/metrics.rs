//! The lines that tell of the timeline.

use std::fmt::{Formatter, Result};

use super::lines::{cycles, line, percent};
use super::times;
use crate::report::Metrics;
use crate::report::metrics::{ClusterMetrics, Slowdown};

/// The metrics, a line each.
pub(super) fn all(f: &mut Formatter<'_>, metrics: &Metrics) -> Result {
    let turnaround = metrics.turnaround;
    let (mean, p95) = (cycles(turnaround.mean), cycles(turnaround.p95));
    line(f, "turnaround", &format!("mean {mean}, 95 % within {p95}, longest {}", cycles(turnaround.max)))?;
    if let Some(slowdown) = &metrics.slowdown {
        line(f, "against alone", &against_alone(slowdown))?;
    }
    let clusters: Vec<String> = metrics.clusters.iter().map(cluster).collect();
    line(f, "clusters", &clusters.join(", "))?;
    let overhead = &metrics.overhead;
    let (deciding, for_sips) = (cycles(overhead.overhead.mean), cycles(overhead.for_sips.mean));
    line(f, "before launch", &format!("mean {deciding} of overhead and {for_sips} for SIPs"))?;
    let attempts = metrics.attempts;
    let success = attempts.success_permille.map_or_else(|| "-".to_owned(), percent);
    line(f, "successful", &format!("{success} of the attempts"))?;
    line(f, "fragmentation", &format!("{} SIP cycles", attempts.fragmented_sip_cycles))?;
    let reserved = metrics.reservations;
    line(
        f,
        "reserved",
        &format!("{} SIP cycles, {} of them idle", reserved.sip_cycles, reserved.idle_sip_cycles),
    )?;
    let backfill = &metrics.backfill;
    let rate = backfill.rate_permille.map_or_else(|| "-".to_owned(), percent);
    let caused = cycles(backfill.caused.max);
    line(f, "backfilled", &format!("{rate} of the blocks, delaying a reservation by at most {caused}"))
}

fn against_alone(slowdown: &Slowdown) -> String {
    let (min, mean, max) = (slowdown.min_permille, slowdown.mean_permille, slowdown.max_permille);
    let unfairness = slowdown.unfairness_permille.map_or_else(|| "-".to_owned(), times);
    format!("{} to {}, mean {}; unfairness {unfairness}", times(min), times(max), times(mean))
}

fn cluster(cluster: &ClusterMetrics) -> String {
    percent(cluster.utilisation_permille)
}
