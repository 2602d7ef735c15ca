//! The dependencies, credits and prefetches of the kernels of a plan, by position.

use std::collections::BTreeSet;

use super::names::Names;
use crate::plan::finding::Findings;
use crate::plan::rule::{CREDITS, LOAD, PREFETCH, SELF, TWICE};
use crate::plan::{PREFETCH_BLOCKS_MOST, Plan, PlanCredit, PlanKernel, PlanOn, PlanTriggers};

/// The links of a kernel.
#[derive(Clone, Debug, Default)]
pub(in crate::plan) struct Links<'p> {
    /// Predecessors.
    pub(in crate::plan) deps: Vec<Pred>,
    /// The kernels for whose blocks its blocks wait, and the number for each block. Empty for a cooperative kernel:
    /// the hardware ignores its triggers.
    pub(in crate::plan) credits: Vec<(usize, &'p [u16])>,
    /// The kernel whose L2 it allocates.
    pub(in crate::plan) prefetch: Option<usize>,
    /// For a kernel that runs on no SIP, the time from its dependencies to its finish: 0 for a prefetch.
    pub(in crate::plan) passes_in: Option<u64>,
}

/// A predecessor of a kernel.
#[derive(Clone, Copy, Debug)]
pub(in crate::plan) struct Pred {
    /// The kernel that is waited for.
    pub(in crate::plan) kernel: usize,
    /// The progress that it must have made.
    pub(in crate::plan) on: PlanOn,
    /// The time from that progress to the earliest start.
    pub(in crate::plan) transfer: u64,
}

impl Links<'_> {
    /// The kernels that it waits for.
    pub(in crate::plan) fn preds(&self) -> impl Iterator<Item = usize> {
        self.deps.iter().map(|dep| dep.kernel)
    }
}

/// Resolves the links of every kernel.
pub(super) fn read<'p>(plan: &'p Plan, names: &Names<'_>, findings: &mut Findings) -> Vec<Links<'p>> {
    let kernels = plan.kernels.iter().enumerate();
    let links = kernels.map(|(index, kernel)| {
        super::values::of_kernel(index, kernel, findings);
        Links {
            deps: deps(index, kernel, names, findings),
            credits: credits(plan, index, kernel, names, findings),
            prefetch: prefetch(index, kernel, names, findings),
            passes_in: (!kernel.runs()).then_some(if kernel.load { kernel.est } else { 0 }),
        }
    });
    let mut links: Vec<_> = links.collect();
    check_prefetches(plan, &links, findings);
    wait_for_prefetches(&mut links);
    links
}

/// A kernel waits for its prefetch, even if the plan does not list this dependency.
fn wait_for_prefetches(links: &mut [Links<'_>]) {
    for prefetch in 0..links.len() {
        let Some(kernel) = links[prefetch].prefetch else { continue };
        if links[kernel].preds().all(|pred| pred != prefetch) {
            links[kernel].deps.push(Pred { kernel: prefetch, on: PlanOn::Launch, transfer: 0 });
        }
    }
}

fn deps(index: usize, kernel: &PlanKernel, names: &Names<'_>, findings: &mut Findings) -> Vec<Pred> {
    let (mut seen, mut links) = (BTreeSet::new(), Vec::with_capacity(kernel.deps.len()));
    for (place, dep) in kernel.deps.iter().enumerate() {
        let path = format_args!("kernels[{index}].deps[{place}]");
        let dag = dep.dag.as_deref().unwrap_or(&kernel.dag);
        if dep.dag.is_some() && names.dag(dag, format_args!("{path}.dag"), findings).is_none() {
            continue;
        }
        let found = names.kernel(dag, &dep.kernel, format_args!("{path}.kernel"), findings);
        let Some(pred) = found else { continue };
        let reason = format_args!("kernel `{}` waits for itself", kernel.id);
        findings.unless(pred != index, SELF, path, reason);
        let reason = format_args!("the dependency on `{}` is repeated", dep.kernel);
        findings.unless(seen.insert((pred, dep.on, dep.kind)), TWICE, path, reason);
        links.push(Pred { kernel: pred, on: dep.on, transfer: dep.transfer });
    }
    links
}

fn credits<'p>(
    plan: &Plan,
    index: usize,
    kernel: &'p PlanKernel,
    names: &Names<'_>,
    findings: &mut Findings,
) -> Vec<(usize, &'p [u16])> {
    let PlanTriggers::Credits(list) = &kernel.triggers else { return Vec::new() };
    let (mut seen, mut links) = (BTreeSet::new(), Vec::with_capacity(list.len()));
    for (place, credit) in list.iter().enumerate() {
        let path = format!("kernels[{index}].triggers.credits[{place}]");
        let found = names.kernel(&kernel.dag, &credit.kernel, format_args!("{path}.kernel"), findings);
        let Some(other) = found else { continue };
        let reason = format_args!("the blocks of `{}` wait for each other", kernel.id);
        findings.unless(other != index, SELF, &path, reason);
        let reason = format_args!("credits of `{}` are repeated", credit.kernel);
        findings.unless(seen.insert(other), TWICE, &path, reason);
        check_need(credit, kernel, &plan.kernels[other], &path, findings);
        links.push((other, credit.need.as_slice()));
    }
    if kernel.coop { Vec::new() } else { links }
}

fn check_need(
    credit: &PlanCredit,
    kernel: &PlanKernel,
    other: &PlanKernel,
    path: &str,
    findings: &mut Findings,
) {
    let (need, blocks) = (&credit.need, usize::from(kernel.block_num));
    let reason = format_args!("{} numbers for {blocks} blocks", need.len());
    findings.unless(need.len() == blocks, CREDITS, format_args!("{path}.need"), reason);
    if let Some(fall) = need.windows(2).position(|pair| pair[0] > pair[1]) {
        let reason = format_args!("{} after {}", need[fall + 1], need[fall]);
        findings.add(CREDITS, format_args!("{path}.need[{}]", fall + 1), reason);
    }
    if let Some(above) = need.iter().position(|&need| need > other.block_num) {
        let reason = format_args!("{} of the {} blocks of `{}`", need[above], other.block_num, other.id);
        findings.add(CREDITS, format_args!("{path}.need[{above}]"), reason);
    }
    let reason = format_args!("`{}` is a {}, whose blocks never run", other.id, off_sip(other));
    findings.unless(other.runs(), CREDITS, format_args!("{path}.kernel"), reason);
}

/// The word for a kernel that runs on no SIP.
pub(super) const fn off_sip(kernel: &PlanKernel) -> &'static str {
    if kernel.load { "load" } else { "prefetch" }
}

fn prefetch(index: usize, kernel: &PlanKernel, names: &Names<'_>, findings: &mut Findings) -> Option<usize> {
    let path = format_args!("kernels[{index}].prefetch");
    let other = names.kernel(&kernel.dag, kernel.prefetch.as_ref()?, path, findings)?;
    let reason = format_args!("`{}` prefetches for itself", kernel.id);
    findings.unless(other != index, SELF, format_args!("kernels[{index}].prefetch"), reason);
    Some(other).filter(|&other| other != index)
}

fn check_prefetches(plan: &Plan, links: &[Links<'_>], findings: &mut Findings) {
    let mut seen = BTreeSet::new();
    for (index, link) in links.iter().enumerate() {
        let Some(other) = link.prefetch else { continue };
        let PlanKernel { id, block_num, prefetch, load, .. } = &plan.kernels[other];
        let path = format_args!("kernels[{index}].prefetch");
        findings.unless(prefetch.is_none(), PREFETCH, path, format_args!("`{id}` is a prefetch itself"));
        findings.unless(!load, LOAD, path, format_args!("`{id}` is a load, which has no L2"));
        findings.unless(seen.insert(other), PREFETCH, path, format_args!("`{id}` already has a prefetch"));
        let reason = format_args!("`{id}` has {block_num} blocks");
        findings.unless(*block_num <= PREFETCH_BLOCKS_MOST, PREFETCH, path, reason);
    }
}
