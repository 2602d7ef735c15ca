//! The complete analysis of a schedule: every rule, then the kernels.

use std::collections::BTreeSet;

use super::finding::GeminiFinding;
use super::kernels::{GeminiKernel, kernels};
use super::options::GeminiOptions;
use super::rules;
use super::scope::Scope;
use crate::input::InputError;
use crate::topo;

/// The analysis of a schedule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GeminiAnalysis {
    /// Breaches of E rules, each (rule, place) once, in the order of the rules.
    pub errors: Vec<GeminiFinding>,
    /// The same for W rules.
    pub warnings: Vec<GeminiFinding>,
    /// Totals of the schedule.
    pub stats: GeminiStats,
    /// The kernels; after E10 their `preds` are circular and can only be displayed.
    pub kernels: Vec<GeminiKernel>,
    /// The kernels in topological order of `preds`; among ready kernels, the smallest index comes first. `None` after
    /// E10.
    pub order: Option<Vec<usize>>,
}

/// Totals of a schedule.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GeminiStats {
    /// Cores with a workload.
    pub cores: usize,
    /// Workloads.
    pub workloads: usize,
    /// Total length of `preds`, the in-order edges included.
    pub edges: usize,
    /// Sum of times, which may exceed 64 bits.
    pub total_time: i128,
    /// Bytes of `-1.out` entries of type weight.
    pub dram_out_weight_bytes: u64,
    /// Bytes of `-1.out` entries of type fmap.
    pub dram_out_fmap_bytes: u64,
}

/// Applies the rules and derives the kernels.
///
/// # Errors
/// More dependencies than an input may have.
pub(crate) fn analyse(scope: &Scope<'_>, options: &GeminiOptions) -> Result<GeminiAnalysis, InputError> {
    let (data, late) = rules::data_edges(scope)?;
    let kernels = kernels(scope, data, options);
    let preds: Vec<_> = kernels.iter().map(|kernel| kernel.preds.as_slice()).collect();
    let order = topo::topological(&preds);
    let mut findings: Vec<GeminiFinding> = rules::ALL.iter().flat_map(|rule| rule(scope)).collect();
    findings.extend(late);
    findings.extend(order.as_ref().err().map(|cycle| rules::cyclic(&scope.slots[cycle.first()])));
    let (errors, warnings) = once_each(findings).into_iter().partition(|finding| finding.rule.is_error());
    Ok(GeminiAnalysis { errors, warnings, stats: stats(scope, &kernels), kernels, order: order.ok() })
}

/// Findings by rule, in the order found; the same rule at the same place counts once.
fn once_each(mut findings: Vec<GeminiFinding>) -> Vec<GeminiFinding> {
    findings.sort_by_key(|finding| finding.rule);
    let mut seen = BTreeSet::new();
    let first: Vec<bool> =
        findings.iter().map(|finding| seen.insert((finding.rule, &finding.place))).collect();
    let mut first = first.into_iter();
    findings.retain(|_| first.next() == Some(true));
    findings
}

fn stats(scope: &Scope<'_>, kernels: &[GeminiKernel]) -> GeminiStats {
    let bytes = |kind: &str| {
        let of_kind = scope.ir.memory.outputs.iter().filter(|output| output.kind.is(kind));
        // Sizes are below 2^31, so 2^32 entries fit.
        of_kind.map(|output| output.size.unsigned_abs()).sum()
    };
    GeminiStats {
        cores: scope.ir.cores.values().filter(|list| !list.is_empty()).count(),
        workloads: kernels.len(),
        edges: kernels.iter().map(|kernel| kernel.preds.len()).sum(),
        total_time: kernels.iter().map(|kernel| i128::from(kernel.est)).sum(),
        dram_out_weight_bytes: bytes("weight"),
        dram_out_fmap_bytes: bytes("fmap"),
    }
}
