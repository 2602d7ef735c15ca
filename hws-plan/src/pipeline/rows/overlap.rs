//! The `pipeline_num` from which on neither unit waits for a place in the buffer (planner §5, pitfalls).

use super::input::Problem;

/// Ky + ceil((min(t_soma, Sy × t_axon) + 2 × latency) / t_axon); `None` if the times of a unit differ.
///
/// While Soma makes an output row at the slower pace, Axon continues to write for min(t_soma, Sy × t_axon) cycles,
/// and a credit takes one latency in each direction.
pub(super) fn full_overlap_pipeline_num(problem: &Problem) -> Option<i64> {
    let credits = &problem.credits;
    let (t_axon, t_soma) = (credits.producer.same()?, credits.consumer.same()?);
    let ahead = t_soma.min(credits.sy * t_axon) + 2 * problem.fw_latency;
    Some(credits.ky + (ahead + t_axon - 1) / t_axon)
}
