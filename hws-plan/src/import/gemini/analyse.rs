//! The whole check of a schedule: every rule, then the kernels.

use super::finding::Finding;
use super::ir::{Ir, Options};
use super::kernels::{Kernel, kernels, slots};
use super::resolve::Producers;
use super::rules;

/// What a schedule amounts to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analysis {
    /// Breaches of E rules, each (rule, place) once, in the order of the rules.
    pub errors: Vec<Finding>,
    /// Sums over the schedule.
    pub stats: Stats,
    /// The kernels; after E10 their `preds` are circular and only good for showing.
    pub kernels: Vec<Kernel>,
}

/// Sums over a schedule.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Cores with a workload.
    pub cores: usize,
    /// Workloads.
    pub workloads: usize,
    /// Total length of `preds`, the in-order edges included.
    pub edges: usize,
    /// Sum of times.
    pub total_time: u64,
    /// Bytes of `-1.out` entries of type weight.
    pub dram_out_weight_bytes: u64,
    /// Bytes of `-1.out` entries of type fmap.
    pub dram_out_fmap_bytes: u64,
}

/// Applies the rules and derives the kernels.
pub fn analyse(ir: &Ir<'_>, options: &Options) -> Analysis {
    let slots = slots(ir);
    let producers = Producers::of(&ir.memory, &slots);
    let (data, mut late) = rules::data_edges(ir, &slots, &producers);
    let kernels = kernels(&slots, data, options);
    let mut errors = rules::top_values(ir);
    errors.extend(rules::ids_ascend(ir));
    errors.extend(rules::one_producer(ir, &slots));
    errors.extend(rules::transfers_exist(ir, &slots, &producers));
    errors.append(&mut late);
    errors.extend(rules::acyclic(&kernels));
    errors.extend(rules::times(&slots));
    Analysis { errors: once_each(errors), stats: stats(ir, &kernels), kernels }
}

/// The same rule at the same place counts once.
fn once_each(findings: Vec<Finding>) -> Vec<Finding> {
    let mut seen = std::collections::BTreeSet::new();
    findings.into_iter().filter(|finding| seen.insert((finding.rule, finding.place.clone()))).collect()
}

fn stats(ir: &Ir<'_>, kernels: &[Kernel]) -> Stats {
    let bytes = |kind: &str| {
        let of_kind =
            ir.memory.outputs.iter().filter(|output| output.kind.good().is_some_and(|text| text == kind));
        // Sizes are below 2^31, so 2^32 entries fit.
        of_kind.map(|output| output.size.unsigned_abs()).sum()
    };
    Stats {
        cores: ir.cores.values().filter(|list| !list.is_empty()).count(),
        workloads: kernels.len(),
        edges: kernels.iter().map(|kernel| kernel.preds.len()).sum(),
        total_time: kernels.iter().fold(0, |sum, kernel| sum.saturating_add(kernel.est)),
        dram_out_weight_bytes: bytes("weight"),
        dram_out_fmap_bytes: bytes("fmap"),
    }
}
