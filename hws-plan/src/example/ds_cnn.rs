//! DS-CNN for keyword spotting on several audio streams: a kernel per convolution, pool and the classifier,
//! each with a block per stream.
//!
//! An input is one second of audio, 49 x 10 MFCC features. Batch normalisation and ReLU are part of the
//! convolution before them.

use super::ExampleKernel;
use super::builder::{Builder, Cut};
use crate::cost::KernelWork;

/// Depthwise separable convolutions after the first convolution.
const LAYERS: u32 = 4;
const CHANNELS: u64 = 64;
/// Positions of the features in time and frequency, before and after the first convolution (stride 2).
const INPUTS: u64 = 49 * 10;
const POSITIONS: u64 = 25 * 5;
const KEYWORDS: u64 = 12;

/// A layer that reads `inputs` elements and computes `outputs` elements from `terms` products each.
fn layer(inputs: u64, weights: u64, outputs: u64, terms: u64) -> KernelWork {
    KernelWork { ops: 2 * outputs * terms, bytes: inputs + weights + outputs }
}

/// The network on a number of streams.
pub(super) fn kernels(streams: u32) -> Vec<ExampleKernel> {
    let mut builder = Builder::default();
    let mut add = |name: String, one: KernelWork, dep: Option<usize>| {
        let work = KernelWork { ops: one.ops * u64::from(streams), bytes: one.bytes * u64::from(streams) };
        builder.add(name, 1, Cut::Into(streams), work, dep.as_slice())
    };
    let tensor = POSITIONS * CHANNELS;
    let mut last = add("conv1".into(), layer(INPUTS, 10 * 4 * CHANNELS, tensor, 10 * 4), None);
    for number in 1..=LAYERS {
        let depthwise = layer(tensor, 9 * CHANNELS, tensor, 9);
        last = add(format!("separable{number}.depthwise"), depthwise, Some(last));
        let pointwise = layer(tensor, CHANNELS * CHANNELS, tensor, CHANNELS);
        last = add(format!("separable{number}.pointwise"), pointwise, Some(last));
    }
    let pool = KernelWork { ops: tensor, bytes: tensor + CHANNELS };
    last = add("avgpool".into(), pool, Some(last));
    add("fc".into(), layer(CHANNELS, CHANNELS * KEYWORDS, KEYWORDS, CHANNELS), Some(last));
    builder.kernels
}
