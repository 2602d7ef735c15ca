//! The built-in example: two ResNet-50 inferences, a BERT-base encoder and keyword spotting on 16 audio streams,
//! which contend for the SIPs. The blocks of the last are short enough to backfill.
//!
//! Shapes are those of the papers: ResNet-50 from Table 1 of He et al., "Deep Residual Learning for Image
//! Recognition" (CVPR 2016); BERT-base (L=12, H=768, A=12, feed-forward 3072) from Devlin et al., "BERT"
//! (NAACL 2019), at sequence length 128; the smallest DS-CNN of Zhang et al., "Hello Edge: Keyword Spotting on
//! Microcontrollers" (2017). Everything else is computed from them: a multiply-add is two operations, tensors
//! and weights are one byte per element, and cycles come from the default [cost model](crate::cost::CostModel).
//!
//! Thread counts are chosen per kind of layer so that every legal size occurs; block counts so that a block has
//! about [`BLOCK_CYCLES`](crate::cost::BLOCK_CYCLES) cycles, but for keyword spotting, which has a block per
//! stream.

mod bert;
mod builder;
mod ds_cnn;
mod resnet50;

/// One DAG of the example.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExampleDag {
    /// Name.
    pub id: &'static str,
    /// Cycle at which it arrives.
    pub arrival_cycles: u64,
    /// Whether firmware builds it while it runs.
    pub dynamic: bool,
    /// Kernels; dependencies point backward.
    pub kernels: Vec<ExampleKernel>,
}

/// One kernel of the example.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExampleKernel {
    /// Layer name.
    pub name: String,
    /// SIPs per block, a legal thread_num.
    pub threads: u32,
    /// Blocks, 1 to [`BLOCKS_MOST`](crate::cost::BLOCKS_MOST).
    pub blocks: u32,
    /// Operations of the whole kernel.
    pub ops: u64,
    /// Bytes moved by the whole kernel: inputs, weights and outputs.
    pub bytes: u64,
    /// Estimated SP cycles of one block, by the default cost model.
    pub est_cycles_per_block: u64,
    /// Kernels it waits for, ascending indices.
    pub deps: Vec<usize>,
}

/// The example's DAGs in order of arrival.
pub fn dags() -> Vec<ExampleDag> {
    vec![
        dag("resnet50-a", 0, false, resnet50::kernels()),
        dag("bert-base", 20_000, true, bert::kernels(128)),
        dag("resnet50-b", 150_000, false, resnet50::kernels()),
        dag("keywords", 160_000, false, ds_cnn::kernels(16)),
    ]
}

fn dag(id: &'static str, arrival_cycles: u64, dynamic: bool, kernels: Vec<ExampleKernel>) -> ExampleDag {
    ExampleDag { id, arrival_cycles, dynamic, kernels }
}
