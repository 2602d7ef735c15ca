//! The lines of the metrics.

use std::fmt::{Formatter, Result};

use super::times;
use crate::report::metrics::{BackfillMetrics, ClusterMetrics, Slowdown};
use crate::report::{Highlights, Metrics};
use crate::text::{counted, cycles, line, percent};

/// Largest number of kernels named as holders of backfilled SIPs.
const HOLDERS_MOST: usize = 3;

/// One line for each metric; backfills and early launches have two.
pub(super) fn all(f: &mut Formatter<'_>, metrics: &Metrics, highlights: Option<&Highlights>) -> Result {
    let turnaround = metrics.turnaround;
    let (mean, p95) = (cycles(turnaround.mean), cycles(turnaround.p95));
    line(f, "turnaround", &format!("mean {mean}, 95 % within {p95}, longest {}", cycles(turnaround.max)))?;
    if let Some(slowdown) = &metrics.slowdown {
        line(f, "against alone", &against_alone(slowdown))?;
    }
    let clusters: Vec<String> = metrics.clusters.iter().map(cluster).collect();
    line(f, "clusters", &clusters.join(", "))?;
    let overhead = &metrics.overhead;
    let (own, for_sips) = (cycles(overhead.overhead.mean), cycles(overhead.for_sips.mean));
    line(f, "before launch", &format!("mean {own} of overhead and {for_sips} for SIPs"))?;
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
    backfills(f, &metrics.backfill, highlights)?;
    highlights.map_or(Ok(()), |highlights| early_launches(f, highlights))
}

/// The share of backfilled blocks, the holders of their SIPs, and the delay of these.
fn backfills(f: &mut Formatter<'_>, backfill: &BackfillMetrics, highlights: Option<&Highlights>) -> Result {
    let rate = backfill.rate_permille.map_or_else(|| "-".to_owned(), percent);
    let holders = highlights.map(holders).unwrap_or_default();
    line(f, "backfilled", &format!("{rate} of the blocks{holders}"))?;
    match backfill.caused.max {
        _ if backfill.blocks == 0 => Ok(()),
        0 => line(f, "", "no reserved kernel was delayed: each block ended before its SIP was needed"),
        most => line(f, "", &format!("a reserved kernel was delayed by at most {}", cycles(most))),
    }
}

/// The kernels whose reserved SIPs were used, those with most blocks first.
fn holders(highlights: &Highlights) -> String {
    let named = highlights.backfilled.iter().take(HOLDERS_MOST);
    let mut holders: Vec<String> = named.map(|(kernel, blocks)| format!("{kernel} ({blocks})")).collect();
    if let Some(others) = highlights.backfilled.get(HOLDERS_MOST..).filter(|others| !others.is_empty()) {
        let blocks: u64 = others.iter().map(|(_, blocks)| blocks).sum();
        holders.push(format!("{} others ({blocks})", others.len()));
    }
    if holders.is_empty() { String::new() } else { format!(", on SIPs reserved for {}", holders.join(", ")) }
}

fn early_launches(f: &mut Formatter<'_>, highlights: &Highlights) -> Result {
    if highlights.early_blocks == 0 {
        return Ok(());
    }
    let blocks = counted(highlights.early_blocks, "block");
    line(
        f,
        "early launches",
        &format!("{blocks} on SIPs about to become idle, which continued without a gap"),
    )?;
    let saved = highlights.saved_sip_cycles;
    line(f, "", &format!("at least {saved} SIP cycles of idle time saved, those of an attempt for each SIP"))
}

fn against_alone(slowdown: &Slowdown) -> String {
    let (min, mean, max) = (slowdown.min_permille, slowdown.mean_permille, slowdown.max_permille);
    let unfairness = slowdown.unfairness_permille.map_or_else(|| "-".to_owned(), times);
    format!("{} to {}, mean {}; unfairness {unfairness}", times(min), times(max), times(mean))
}

fn cluster(cluster: &ClusterMetrics) -> String {
    percent(cluster.utilisation_permille)
}
