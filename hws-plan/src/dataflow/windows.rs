//! How many blocks of a producer may be in flight, and the triggers that enforce it (planner §5).
//!
//! A block is in flight from its start until the consumer's block that takes it has finished. The window is the
//! FIFO depth of the schedule in blocks, plus one block being produced, plus the FPO blocks that the consumer's
//! block takes: skew + 2 if the consumer folds nothing.
//!
//! The windows cannot deadlock. Assign each event its time in the schedule of blocks: block k of producer p is
//! completed by the firing at P(k) = SD + (FPO (k+1) - 1) AFI; as a token it arrives at a(k) > P(k), and firing i
//! of a consumer takes block i at C(i) >= a(i). A consumer of a block is therefore later than the block. With FIFO
//! depth f, at most f blocks wait after the arrival of block k-1, so C(k-f-1) <= a(k-1), and C(k-f-2) <= a(k-1) - Tc
//! < P(k) because LAT = LFI <= AFI and Tp <= Tc. The window w = f + 1 + FPO makes block k wait at most for the
//! consumer's block with firing k-w+FPO-1 = k-f-2, so the event that frees space is earlier than the one that needs
//! it. All waits point back in time, and none can be circular.

use super::blocks::Kernels;
use super::fifo::Fifo;
use super::net::div_ceil;

/// Returns the window of each edge of a program; streams from one part to another are buffered whole.
pub(super) fn windows(kernels: &Kernels, edges: &[(usize, usize)], parts: &[usize]) -> Vec<i64> {
    let window = |(&(from, to), fifo): (&(usize, usize), &Fifo)| {
        let taken_at_once = kernels.timings[to].unit.fpo;
        // Below 2^20 and 2^31.
        let window = if parts[from] == parts[to] { fifo.depth + 1 + taken_at_once } else { i64::MAX };
        window.min(kernels.block_num[from])
    };
    edges.iter().zip(&kernels.fifos).map(window).collect()
}

/// Returns, for each block of the consumer, how many of the producer's blocks must have finished.
pub(super) fn data(kernels: &Kernels, to: usize) -> Vec<u16> {
    let (firings, fpo) = (kernels.firings(to), i128::from(kernels.timings[to].unit.fpo));
    (1..=kernels.block_num[to]).map(|blocks| narrow((i128::from(blocks) * fpo).min(firings))).collect()
}

/// Returns, for each block of the producer, how many of the consumer's blocks must have finished to free space for it.
/// Blocks that the consumer never takes need space only until it is done.
pub(super) fn room(kernels: &Kernels, (from, to): (usize, usize), window: i64) -> Vec<u16> {
    let (firings, fpo) = (kernels.firings(to), i128::from(kernels.timings[to].unit.fpo));
    let freed = |block: i64| i128::from(block - window + 1).clamp(0, firings);
    (0..kernels.block_num[from]).map(|block| narrow(div_ceil(freed(block), fpo))).collect()
}

/// Converts a number of blocks, which the plan has checked to fit.
fn narrow(blocks: i128) -> u16 {
    u16::try_from(blocks).unwrap_or(u16::MAX)
}
