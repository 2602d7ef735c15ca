//! BERT-base: per layer the query/key/value projection, attention, the output projection and the two
//! halves of the feed-forward network.
//!
//! Attention is one kernel with a block per head (scores, softmax, weighted sum). Layer norms are
//! part of the kernel before them; the residual inputs are dependencies of their own.

use super::ExampleKernel;
use super::builder::{Builder, Cut};
use crate::cost::KernelWork;

const LAYERS: u32 = 12;
const HIDDEN: u64 = 768;
const HEADS: u32 = 12;
const FEED_FORWARD: u64 = 3072;

/// A product of a `rows` x `from` matrix with `from` x `to` weights, plus `added` bytes read.
fn dense(rows: u64, from: u64, to: u64, added: u64) -> KernelWork {
    KernelWork { ops: 2 * rows * from * to, bytes: rows * from + from * to + rows * to + added }
}

/// The encoder at a sequence length.
pub(super) fn kernels(tokens: u64) -> Vec<ExampleKernel> {
    let mut builder = Builder::default();
    let activations = tokens * HIDDEN;
    // Word, position and segment vectors are read and added; one result is written.
    let embed = KernelWork { ops: 2 * activations, bytes: 4 * activations };
    let mut input = builder.add("embed".into(), 1, Cut::ByTime, embed, &[]);
    for layer in 1..=LAYERS {
        input = encoder_layer(&mut builder, layer, input, tokens);
    }
    builder.add("pooler".into(), 2, Cut::ByTime, dense(1, HIDDEN, HIDDEN, 0), &[input]);
    builder.kernels
}

fn encoder_layer(builder: &mut Builder, layer: u32, input: usize, tokens: u64) -> usize {
    let residual = tokens * HIDDEN;
    let mut add = |part: &str, threads, cut, work, deps: &[usize]| {
        builder.add(format!("layer{layer}.{part}"), threads, cut, work, deps)
    };
    // Scores and weighted sum: two products of tokens x tokens x HIDDEN over all heads.
    let attend = KernelWork { ops: 4 * tokens * tokens * HIDDEN, bytes: 4 * tokens * HIDDEN };
    let qkv = add("qkv", 12, Cut::ByTime, dense(tokens, HIDDEN, 3 * HIDDEN, 0), &[input]);
    let attention = add("attention", 1, Cut::Into(HEADS), attend, &[qkv]);
    let output = add("output", 9, Cut::ByTime, dense(tokens, HIDDEN, HIDDEN, residual), &[attention, input]);
    let up = add("ffn_up", 16, Cut::ByTime, dense(tokens, HIDDEN, FEED_FORWARD, 0), &[output]);
    add("ffn_down", 16, Cut::ByTime, dense(tokens, FEED_FORWARD, HIDDEN, residual), &[up, output])
}
