//! The built-in example: two ResNet-50 inferences and a BERT-base encoder that contend for the SIPs.
//!
//! Shapes are those of the papers: ResNet-50 from Table 1 of He et al., "Deep Residual Learning for
//! Image Recognition" (CVPR 2016); BERT-base (L=12, H=768, A=12, feed-forward 3072) from Devlin et
//! al., "BERT" (NAACL 2019), at sequence length 128. Everything else is computed from them: a
//! multiply-add counts as two operations, tensors and weights take one byte per element, and cycles come
//! from [`COST`]. The rates of [`COST`] are round numbers for a small vector core, not measurements.
//!
//! Thread counts are chosen per kind of layer so that every legal size occurs; block counts so that
//! a block has about [`BLOCK_CYCLES`] cycles.

mod bert;
mod builder;
mod resnet50;

use crate::cost::CostModel;

/// Cost constants of the example: 512 int8 multiply-adds (1,024 operations) and 16 bytes per SP
/// cycle and SIP, and 1,000 cycles per block for set-up, first load and drain.
pub const COST: CostModel =
    CostModel { ops_per_cycle_per_sip: 1024, bytes_per_cycle_per_sip: 16, overhead_cycles: 1000 };

/// A kernel is cut into enough blocks that one has at most about this many cycles (without the
/// overhead), at most [`BLOCKS_MOST`] of them.
pub const BLOCK_CYCLES: u64 = 6000;

/// Most blocks of a kernel.
pub const BLOCKS_MOST: u32 = 64;

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
    /// Blocks, 1 to [`BLOCKS_MOST`].
    pub blocks: u32,
    /// Operations of the whole kernel.
    pub ops: u64,
    /// Bytes moved by the whole kernel: inputs, weights and outputs.
    pub bytes: u64,
    /// Estimated SP cycles of one block, by [`COST`].
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
    ]
}

fn dag(id: &'static str, arrival_cycles: u64, dynamic: bool, kernels: Vec<ExampleKernel>) -> ExampleDag {
    ExampleDag { id, arrival_cycles, dynamic, kernels }
}
