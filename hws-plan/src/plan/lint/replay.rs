//! A replay in which every block runs as soon as possible, in the planned order: the cache may then hold more at once.
//!
//! The bytes of a buffer of kind `cache` are live on its SIP from the end of its first user to the start of its last
//! (planner N16). A block waits for the arrival of its graph, its dependencies and credits, and the blocks planned
//! before it on its SIPs and in its kernel, which starts its blocks one after the other.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use hws_types::SipMask;

use crate::plan::check::{Placed, Reached, Resolved, ready_times, sips};
use crate::plan::finding::Findings;
use crate::plan::rule::CACHE;
use crate::plan::{Plan, PlanBuffer, PlanTriggers};
use crate::topo::topological;

/// Kind of the buffers that are examined.
const KIND: &str = "cache";

pub(super) fn check(plan: &Plan, resolved: &Resolved<'_>, findings: &mut Findings) {
    if !plan.buffers.iter().any(|buffer| buffer.kind == KIND) {
        return;
    }
    let placed = Placed::of_right(plan, resolved);
    let planned: Vec<u64> = plan.slots.iter().map(|slot| slot.start).collect();
    let replayed = Replay::of(&placed).start;
    let cached = cached(&placed);
    let (planned, replayed) = (peaks(&placed, &cached, &planned), peaks(&placed, &cached, &replayed));
    for (sip, peak) in replayed {
        let planned = planned.get(&sip).copied().unwrap_or(0);
        let of = sip.map_or("no SIP".to_owned(), |sip| format!("SIP {sip}"));
        let reason = format_args!(
            "the cache of {of} holds {planned} bytes as planned, but {peak} as soon as possible"
        );
        findings.unless(peak <= planned, CACHE, "buffers", reason);
    }
}

/// A buffer of the kind, and the kernels with blocks that use it.
struct Cached<'p> {
    buffer: &'p PlanBuffer,
    users: Vec<usize>,
}

/// Returns the buffers that belong to a graph.
fn cached<'p>(placed: &Placed<'p>) -> Vec<Cached<'p>> {
    let kernels = placed.plan.kernels.iter().enumerate();
    let names: BTreeMap<(&str, &str), usize> =
        kernels.map(|(index, kernel)| ((kernel.dag.as_str(), kernel.id.as_str()), index)).collect();
    let of = |buffer: &'p PlanBuffer| {
        let dag = buffer.dag.as_deref()?;
        let users = buffer.kernels.iter().filter_map(|user| names.get(&(dag, user.as_str())).copied());
        Some(Cached { buffer, users: users.filter(|&user| !placed.blocks[user].is_empty()).collect() })
    };
    placed.plan.buffers.iter().filter(|buffer| buffer.kind == KIND).filter_map(of).collect()
}

/// Returns the most bytes live at once, by SIP, if the slots start at these times.
fn peaks(placed: &Placed<'_>, cached: &[Cached<'_>], start: &[u64]) -> BTreeMap<Option<u8>, u128> {
    let mut changes: BTreeMap<Option<u8>, Vec<(u64, bool, u64)>> = BTreeMap::new();
    for Cached { buffer, users } in cached {
        let Some((from, to)) = life(placed, users, start) else { continue };
        changes
            .entry(buffer.sip)
            .or_default()
            .extend([(from, true, buffer.bytes), (to, false, buffer.bytes)]);
    }
    changes.into_iter().map(|(sip, changes)| (sip, peak(changes))).collect()
}

/// At the same time, ends count before starts.
fn peak(mut changes: Vec<(u64, bool, u64)>) -> u128 {
    changes.sort_unstable();
    let (mut live, mut most) = (0_u128, 0);
    for (_, starts, bytes) in changes {
        live = if starts { live + u128::from(bytes) } else { live.saturating_sub(bytes.into()) };
        most = most.max(live);
    }
    most
}

/// From the end of the first user to the start of the last, if that is later.
fn life(placed: &Placed<'_>, users: &[usize], start: &[u64]) -> Option<(u64, u64)> {
    let end = |user: usize| {
        let ends =
            placed.blocks[user].iter().map(|&slot| start[slot].saturating_add(placed.plan.kernels[user].est));
        ends.max()
    };
    let begin = |user: usize| placed.blocks[user].iter().map(|&slot| start[slot]).max();
    let from = users.iter().filter_map(|&user| end(user)).min()?;
    let to = users.iter().filter_map(|&user| begin(user)).max()?;
    (from < to).then_some((from, to))
}

/// A replay, slot by slot in the planned order.
struct Replay<'p> {
    placed: &'p Placed<'p>,
    /// When each slot starts; 0 for slots not yet replayed.
    start: Vec<u64>,
    /// When each SIP is free.
    free: [u64; 32],
    /// The progress of each kernel.
    reached: Vec<Reached>,
    finished: Vec<Finished>,
    /// Ends of the blocks in flight of kernels with a window.
    in_flight: BTreeMap<usize, BinaryHeap<Reverse<u64>>>,
}

/// When the blocks of a kernel have finished, for those replayed so far.
#[derive(Clone, Default)]
struct Finished {
    /// For each n, when the first n + 1 blocks have finished.
    first: Vec<u64>,
    /// Blocks planned before a block with a lower number.
    ahead: BTreeMap<usize, u64>,
}

impl Finished {
    fn add(&mut self, block: usize, end: u64) {
        self.ahead.insert(block, end);
        while let Some(end) = self.ahead.remove(&self.first.len()) {
            let before = self.first.last().copied().unwrap_or(0);
            self.first.push(before.max(end));
        }
    }
}

#[derive(Clone, Copy)]
enum Step {
    /// A slot.
    Block(usize),
    /// All blocks of a cooperative kernel together.
    Together(usize),
    /// A kernel that runs on no SIP, and its time.
    Pass(usize, u64),
}

impl<'p> Replay<'p> {
    fn of(placed: &'p Placed<'p>) -> Self {
        let kernels = placed.plan.kernels.len();
        let mut replay = Self {
            placed,
            start: vec![0; placed.plan.slots.len()],
            free: [0; 32],
            reached: vec![Reached::default(); kernels],
            finished: vec![Finished::default(); kernels],
            in_flight: BTreeMap::new(),
        };
        for step in replay.order() {
            match step {
                Step::Block(slot) => replay.run(&[slot]),
                Step::Together(kernel) => replay.run(&placed.blocks[kernel]),
                Step::Pass(kernel, time) => {
                    replay.reached[kernel] = Reached::passing(replay.allowed(kernel), time);
                }
            }
        }
        replay
    }

    /// Returns the planned order; at equal times, predecessors come first.
    fn order(&self) -> Vec<Step> {
        let (plan, links) = (self.placed.plan, &self.placed.resolved.links);
        let preds: Vec<Vec<usize>> = links.iter().map(|link| link.preds().collect()).collect();
        let ready = ready_times(self.placed);
        let mut steps = Vec::with_capacity(self.start.len());
        for kernel in topological(&preds).unwrap_or_default() {
            let slots = self.placed.blocks[kernel].iter();
            let coop = plan.kernels[kernel].coop;
            let step = |slot| if coop { Step::Together(kernel) } else { Step::Block(slot) };
            let own = slots.map(|&slot| (plan.slots[slot].start, step(slot)));
            steps.extend(own.take(if coop { 1 } else { usize::MAX }));
            steps.extend(links[kernel].passes_in.map(|time| (ready[kernel], Step::Pass(kernel, time))));
        }
        // Stable, so that predecessors stay first.
        steps.sort_by_key(|&(start, _)| start);
        steps.into_iter().map(|(_, step)| step).collect()
    }

    /// Returns when the arrival of its graph and its dependencies allow a kernel to start.
    fn allowed(&self, kernel: usize) -> u64 {
        let deps = self.placed.resolved.links[kernel].deps.iter();
        let arrival = self.placed.arrivals[kernel];
        deps.map(|dep| self.reached[dep.kernel].allows(dep)).fold(arrival, u64::max)
    }

    /// Runs a block, or several that start together, as soon as all of them can.
    fn run(&mut self, slots: &[usize]) {
        let start = slots.iter().map(|&slot| self.earliest(slot)).max().unwrap_or(0);
        slots.iter().for_each(|&slot| self.run_at(slot, start));
    }

    fn earliest(&mut self, slot: usize) -> u64 {
        let kernel = self.placed.resolved.slots[slot];
        let free = self.sips(slot).iter().map(|sip| self.free[sip.index()]).max().unwrap_or(0);
        let credited = self.credited(kernel, usize::from(self.placed.plan.slots[slot].block));
        let block_before = self.reached[kernel].launch;
        self.allowed(kernel).max(free).max(credited).max(block_before).max(self.window(kernel))
    }

    fn sips(&self, slot: usize) -> SipMask {
        let kernel = self.placed.resolved.slots[slot];
        sips(&self.placed.plan.slots[slot], &self.placed.plan.kernels[kernel]).unwrap_or(SipMask::EMPTY)
    }

    fn run_at(&mut self, slot: usize, start: u64) {
        let kernel = self.placed.resolved.slots[slot];
        let end = start.saturating_add(self.placed.plan.kernels[kernel].est);
        self.start[slot] = start;
        self.sips(slot).iter().for_each(|sip| self.free[sip.index()] = end);
        let reached = &mut self.reached[kernel];
        *reached = Reached { launch: reached.launch.max(start), finish: reached.finish.max(end) };
        if let Some(ends) = self.in_flight.get_mut(&kernel) {
            ends.push(Reverse(end));
        }
        self.finished[kernel].add(self.placed.plan.slots[slot].block.into(), end);
    }

    /// Returns when the block has its credits.
    fn credited(&self, kernel: usize, block: usize) -> u64 {
        let credits = self.placed.resolved.links[kernel].credits.iter();
        let at = credits.filter_map(|&(other, need)| {
            let last = usize::from(*need.get(block)?).checked_sub(1)?;
            self.finished[other].first.get(last).copied()
        });
        at.max().unwrap_or(0)
    }

    /// Returns when the window allows one more block.
    fn window(&mut self, kernel: usize) -> u64 {
        let of = &self.placed.plan.kernels[kernel];
        let PlanTriggers::Window(window) = of.triggers else { return 0 };
        let ends = self.in_flight.entry(kernel).or_default();
        if of.coop || ends.len() < usize::from(window) {
            return 0;
        }
        ends.pop().map_or(0, |Reverse(end)| end)
    }
}

#[cfg(test)]
mod tests;
