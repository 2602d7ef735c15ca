//! A workload as input of the list scheduler, the workload that follows its schedule, and the one on its SIPs.

use std::cmp::Reverse;

use hws_plan::schedule::{After, Block, Job};
use hws_sim::On;
use hws_types::{Sip, SipMask};

use crate::workload::{Dep, ExternalDep, Kernel, Role, Scheduler, Workload};

/// The kernels of all graphs, in order.
pub(super) fn jobs(workload: &Workload) -> Vec<Job> {
    let first = workload.first_kernels();
    let of_graph = |dag: usize| {
        let graph = &workload.dags[dag];
        let first = &first;
        graph.kernels.iter().map(move |kernel| Job {
            cycles: workload.block_cycles(kernel),
            threads: kernel.threads,
            blocks: if kernel.runs() { kernel.blocks } else { 0 },
            coop: kernel.coop,
            sips: sips(workload, kernel),
            release: graph.arrival.0 + load_cycles(workload, kernel),
            after: after(workload, kernel, dag, first),
        })
    };
    (0..workload.dags.len()).flat_map(of_graph).collect()
}

/// The scheduler lets a kernel that runs on no SIP pass as soon as it is ready, so the time of a load comes before.
fn load_cycles(workload: &Workload, kernel: &Kernel) -> u64 {
    if kernel.role == Role::Load { workload.block_cycles(kernel) } else { 0 }
}

fn after(workload: &Workload, kernel: &Kernel, dag: usize, first: &[u32]) -> Vec<(usize, After, u64)> {
    let load = load_cycles(workload, kernel);
    let all = kernel.predecessors(dag);
    all.map(|(dag, dep)| (first[dag] as usize + dep.place(), point(dep.on), dep.delay.saturating_add(load)))
        .collect()
}

const fn point(on: On) -> After {
    match on {
        On::Finish => After::End,
        On::Launch => After::Start,
    }
}

/// The SIPs that a kernel may use: those present in its affinity and in the usage mask of its context.
fn sips(workload: &Workload, kernel: &Kernel) -> SipMask {
    let of_kernel = |&&(ctx, threads, _): &&(u8, _, SipMask)| {
        let threads: hws_types::ThreadNum = threads;
        ctx == kernel.ctx && threads.class() == kernel.threads.class()
    };
    let usage = workload.usage_masks.iter().rev().find(of_kernel).map_or(SipMask::ALL, |&(_, _, mask)| mask);
    kernel.affinity & usage & workload.hardware.topology.present()
}

/// The present SIPs in the affinity of some kernel.
pub(super) fn sips_of(workload: &Workload) -> SipMask {
    let kernels = workload.kernels().filter(|(_, kernel)| kernel.runs());
    let all = kernels.fold(SipMask::EMPTY, |all, (_, kernel)| all | kernel.affinity);
    all & workload.hardware.topology.present()
}

/// The SIPs of a schedule.
pub(super) fn used_sips(blocks: &[Vec<Block>]) -> SipMask {
    blocks.iter().flatten().fold(SipMask::EMPTY, |all, block| all | block.sips)
}

/// The same workload, with every kernel confined to these SIPs.
pub(super) fn on_these_sips(workload: &Workload, sips: SipMask) -> Workload {
    let mut confined = workload.clone();
    let beyond = workload.hardware.topology.present() - sips;
    let kernels = confined.dags.iter_mut().flat_map(|dag| &mut dag.kernels);
    kernels.for_each(|kernel| kernel.affinity -= beyond);
    confined
}

/// The kernels by descending priority, ties in the order of graphs and kernels.
pub(super) fn priority_order(workload: &Workload) -> Vec<usize> {
    let priorities: Vec<u32> = workload.kernels().map(|(_, kernel)| kernel.priority).collect();
    let mut order: Vec<usize> = (0..priorities.len()).collect();
    order.sort_by_key(|&kernel| Reverse(priorities[kernel]));
    order
}

/// The same workload on the places of a schedule, with its order on each SIP. None if a kernel has several
/// blocks, or firmware chooses the SIPs.
pub(super) fn on_their_places(workload: &Workload, blocks: &[Vec<Block>]) -> Option<Workload> {
    let is_single = workload.kernels().all(|(_, kernel)| !kernel.runs() || kernel.blocks == 1);
    let by_hws = workload.dags.iter().all(|dag| dag.scheduler == Scheduler::Hws);
    if !is_single || !by_hws {
        return None;
    }
    let mut placed = workload.clone();
    let place: Vec<(usize, usize)> = workload
        .dags
        .iter()
        .enumerate()
        .flat_map(|(dag, graph)| (0..graph.kernels.len()).map(move |kernel| (dag, kernel)))
        .collect();
    for (&(dag, kernel), blocks) in place.iter().zip(blocks) {
        if let [block] = blocks.as_slice() {
            placed.dags[dag].kernels[kernel].affinity = block.sips;
        }
    }
    for (before, behind) in neighbours(blocks) {
        wait_for(&mut placed, place[behind], place[before]);
    }
    Some(placed)
}

/// The pairs of kernels that follow each other directly on a SIP.
fn neighbours(blocks: &[Vec<Block>]) -> Vec<(usize, usize)> {
    let mut by_start: Vec<(u128, u128, usize, SipMask)> = Vec::new();
    for (kernel, blocks) in blocks.iter().enumerate() {
        by_start.extend(blocks.iter().map(|block| (block.start, block.end, kernel, block.sips)));
    }
    by_start.sort_unstable_by_key(|&(start, end, kernel, _)| (start, end, kernel));
    let mut last = [None; Sip::COUNT];
    let mut pairs = Vec::new();
    for (_, _, kernel, sips) in by_start {
        for sip in sips.iter() {
            pairs.extend(last[sip.index()].replace(kernel).map(|before| (before, kernel)));
        }
    }
    pairs.sort_unstable();
    pairs.dedup();
    pairs
}

/// Makes a kernel wait for the finish of another one, and for the transfer if there is one.
fn wait_for(workload: &mut Workload, behind: (usize, usize), before: (usize, usize)) {
    let kernel = &mut workload.dags[behind.0].kernels[behind.1];
    if behind.0 == before.0 {
        let dep = Dep::on_finish(before.1 as u32);
        match kernel.deps.binary_search_by_key(&dep.kernel, |dep| dep.kernel) {
            Ok(at) => kernel.deps[at].on = On::Finish,
            Err(at) => kernel.deps.insert(at, dep),
        }
    } else {
        let dep = ExternalDep { dag: before.0, kernel: before.1, on: On::Finish, delay: 0 };
        match kernel.external.binary_search_by_key(&before, |dep| (dep.dag, dep.kernel)) {
            Ok(at) => kernel.external[at].on = On::Finish,
            Err(at) => kernel.external.insert(at, dep),
        }
    }
}
