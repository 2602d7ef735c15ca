//! From which `pipeline_num` on neither unit waits for a place in the buffer (planner §5, pitfalls).

use super::input::Problem;

/// Ky + ceil((min(t_soma, Sy × t_axon) + 2 × latency) / t_axon); none when the times of a unit differ.
///
/// While Soma makes an output row of the slowest pace, Axon writes min(t_soma, Sy × t_axon) cycles on, and a
/// credit takes one latency on each of its two ways.
pub(super) fn full_overlap_pipeline_num(problem: &Problem) -> Option<i64> {
    let credits = &problem.credits;
    let (t_axon, t_soma) = (credits.producer.same()?, credits.consumer.same()?);
    let ahead = t_soma.min(credits.sy * t_axon) + 2 * problem.fw_latency;
    Some(credits.ky + (ahead + t_axon - 1) / t_axon)
}
