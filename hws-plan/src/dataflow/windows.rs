//! How many blocks of a producer may be in flight, and the triggers that see to it (planner §5).
//!
//! A block is in flight from its start until the consumer's block that takes it has finished. The window is the
//! FIFO depth of the schedule in blocks, and one block that is being made, and the FPO blocks that the consumer's
//! block takes: skew + 2 when the consumer folds nothing.
//!
//! It never blocks for ever. Give the events of the schedule in blocks its times: block k of producer p at the
//! firing that completes it, P(k) = SD + (FPO (k+1) - 1) AFI; blocks as tokens count as there at a(k) > P(k), and
//! firing i of a consumer takes block i at C(i) >= a(i). So whoever needs a block comes after it. With FIFO depth
//! f at most f blocks wait after the arrival of block k-1, so C(k-f-1) <= a(k-1), and C(k-f-2) <= a(k-1) - Tc <
//! P(k) because LAT = LFI <= AFI and Tp <= Tc. The window w = f + 1 + FPO lets block k wait for the consumer's
//! block with firing k-w+FPO-1 = k-f-2 at the latest: whoever gives room comes before who needs it. All waits
//! point back in time, and none can be circular.

use super::blocks::Kernels;
use super::fifo::Fifo;
use super::net::div_ceil;

/// The window of each edge of a program, by edge; streams from one part to another are kept whole.
pub(super) fn windows(kernels: &Kernels, edges: &[(usize, usize)], parts: &[usize]) -> Vec<i64> {
    let window = |(&(from, to), fifo): (&(usize, usize), &Fifo)| {
        let taken_at_once = kernels.timings[to].unit.fpo;
        // Below 2^20 and 2^31.
        let window = if parts[from] == parts[to] { fifo.depth + 1 + taken_at_once } else { i64::MAX };
        window.min(kernels.block_num[from])
    };
    edges.iter().zip(&kernels.fifos).map(window).collect()
}

/// For each block of the consumer, the producer's blocks that must have finished.
pub(super) fn data(kernels: &Kernels, to: usize) -> Vec<u16> {
    let (firings, fpo) = (kernels.firings(to), i128::from(kernels.timings[to].unit.fpo));
    (1..=kernels.block_num[to]).map(|blocks| narrow((i128::from(blocks) * fpo).min(firings))).collect()
}

/// For each block of the producer, the consumer's blocks that must have finished so that there is room. Blocks
/// that the consumer never takes need none once it is done.
pub(super) fn room(kernels: &Kernels, (from, to): (usize, usize), window: i64) -> Vec<u16> {
    let (firings, fpo) = (kernels.firings(to), i128::from(kernels.timings[to].unit.fpo));
    let freed = |block: i64| i128::from(block - window + 1).clamp(0, firings);
    (0..kernels.block_num[from]).map(|block| narrow(div_ceil(freed(block), fpo))).collect()
}

/// Of a number of blocks, which the plan has checked to fit.
fn narrow(blocks: i128) -> u16 {
    u16::try_from(blocks).unwrap_or(u16::MAX)
}
