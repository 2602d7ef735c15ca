//! The times of kernels if every core keeps its order: start = the latest end among the predecessors.

use super::dram::{Channel, GeminiLoad};
use crate::import::gemini::{GeminiKernel, Scope};

/// Start and end of each kernel, in cycles of the schedule.
#[derive(Debug)]
pub(super) struct Timeline {
    pub(super) start: Vec<i128>,
    pub(super) end: Vec<i128>,
    /// The loads in the order of the channel; none without a bandwidth.
    pub(super) loads: Vec<GeminiLoad>,
}

/// Computes the times along `order`; with a bandwidth, a kernel also waits for its loads from DRAM.
pub(super) fn timeline(
    scope: &Scope<'_>,
    kernels: &[GeminiKernel],
    order: &[usize],
    dram_bw: Option<i64>,
) -> Timeline {
    let mut channel = dram_bw.map(|bandwidth| Channel::new(scope, bandwidth));
    let (mut start, mut end) = (vec![0; kernels.len()], vec![0; kernels.len()]);
    for &k in order {
        let ready = kernels[k].preds.iter().map(|&pred| end[pred]).max().unwrap_or(0);
        let loaded = channel.as_mut().map_or(0, |channel| channel.load(k, &end));
        start[k] = ready.max(loaded);
        end[k] = start[k] + i128::from(kernels[k].est);
    }
    let loads = channel.map_or(Vec::new(), Channel::into_loads);
    Timeline { start, end, loads }
}
