//! Checks that every block can run, by dependencies and credits, block by block.
//!
//! Blocks that may start are assumed to finish, on as many SIPs as needed. No run can get further, so the remaining
//! blocks wait for ever. A kernel starts when its predecessors allow it, and a block when its credits do; windows
//! never hold anything back for ever, and cooperative kernels ignore credits. Every remaining kernel waits for
//! another remaining one, so following these waits leads to a cycle.

use std::collections::BTreeMap;

use super::links::Links;
use crate::plan::finding::Findings;
use crate::plan::rule::{CYCLE, DEADLOCK};
use crate::plan::{Plan, PlanOn};

/// The progress of all kernels.
struct Progress<'l, 'p> {
    plan: &'l Plan,
    links: &'l [Links<'p>],
    /// Finished blocks: always a prefix, since credits never fall.
    done: Vec<u16>,
    /// Number of unfinished predecessors.
    missing: Vec<usize>,
    /// For each kernel, the kernels that wait for it as a whole.
    dependents: Vec<Vec<usize>>,
    /// For each kernel, how many of its credits are known to allow its next block.
    met: Vec<usize>,
    /// For each kernel, the kernels with a next block that waits for a number of its blocks.
    waiting: Vec<BTreeMap<u16, Vec<usize>>>,
    /// Kernels to process; each one is either here or waiting in one place.
    work: Vec<usize>,
}

/// Reports each cycle of kernels that wait for one another, once.
pub(super) fn check(plan: &Plan, links: &[Links<'_>], findings: &mut Findings) {
    let mut progress = Progress::new(plan, links);
    progress.run();
    for cycle in progress.cycles() {
        progress.report(&cycle, findings);
    }
}

/// The cause of a wait.
struct Wait {
    other: usize,
    /// The waiting block, and how many blocks of the other kernel it needs; `None` for a whole kernel.
    blocks: Option<(u16, u16)>,
    on: PlanOn,
}

impl<'l, 'p> Progress<'l, 'p> {
    fn new(plan: &'l Plan, links: &'l [Links<'p>]) -> Self {
        let mut dependents = vec![Vec::new(); links.len()];
        for (index, link) in links.iter().enumerate() {
            link.preds().for_each(|pred| dependents[pred].push(index));
        }
        Self {
            plan,
            links,
            done: vec![0; links.len()],
            missing: links.iter().map(|link| link.deps.len()).collect(),
            dependents,
            met: vec![0; links.len()],
            waiting: vec![BTreeMap::new(); links.len()],
            work: (0..links.len()).filter(|&kernel| links[kernel].deps.is_empty()).collect(),
        }
    }

    fn run(&mut self) {
        while let Some(kernel) = self.work.pop() {
            let before = self.done[kernel];
            if let Some((other, need)) = self.advance(kernel) {
                self.waiting[other].entry(need).or_default().push(kernel);
            }
            if self.done[kernel] > before {
                self.wake(kernel);
            }
        }
    }

    /// Runs all blocks that may run and returns the cause of the next wait. A condition stays true once it is met, so
    /// each number of each credit is checked once.
    fn advance(&mut self, kernel: usize) -> Option<(usize, u16)> {
        let credits = &self.links[kernel].credits;
        if credits.is_empty() {
            self.done[kernel] = self.plan.kernels[kernel].block_num;
        }
        while !self.is_done(kernel) {
            let block = usize::from(self.done[kernel]);
            while let Some(&(other, need)) = credits.get(self.met[kernel]) {
                // A list of the wrong length is reported elsewhere; then nothing is run.
                let need = need.get(block).copied().unwrap_or(0);
                if need > self.done[other] {
                    return Some((other, need));
                }
                self.met[kernel] += 1;
            }
            self.done[kernel] += 1;
            self.met[kernel] = 0;
        }
        None
    }

    /// Returns the first credit that keeps the next block from starting.
    fn short_credit(&self, kernel: usize) -> Option<Wait> {
        let block = self.done[kernel];
        self.links[kernel].credits.iter().find_map(|&(other, need)| {
            let need = *need.get(usize::from(block))?;
            let is_short = need > self.done[other];
            is_short.then_some(Wait { other, blocks: Some((block, need)), on: PlanOn::Finish })
        })
    }

    /// Kernels that waited for the progress just made are processed again.
    fn wake(&mut self, kernel: usize) {
        let still = match self.done[kernel].checked_add(1) {
            Some(next) => self.waiting[kernel].split_off(&next),
            None => BTreeMap::new(),
        };
        let reached = std::mem::replace(&mut self.waiting[kernel], still);
        self.work.extend(reached.into_values().flatten());
        if self.is_done(kernel) {
            for &next in &self.dependents[kernel] {
                self.missing[next] -= 1;
                if self.missing[next] == 0 {
                    self.work.push(next);
                }
            }
        }
    }

    fn is_done(&self, kernel: usize) -> bool {
        self.done[kernel] == self.plan.kernels[kernel].block_num
    }

    /// Returns the first cause for which an unfinished kernel waits.
    fn wait(&self, kernel: usize) -> Option<Wait> {
        let dep = self.links[kernel].deps.iter().find(|dep| !self.is_done(dep.kernel));
        let dep = dep.map(|dep| Wait { other: dep.kernel, blocks: None, on: dep.on });
        dep.or_else(|| self.short_credit(kernel))
    }

    /// Returns the cycles of waits, each from its first kernel.
    fn cycles(&self) -> Vec<Vec<usize>> {
        let next: Vec<Option<usize>> = (0..self.links.len())
            .map(|kernel| if self.is_done(kernel) { None } else { self.wait(kernel).map(|wait| wait.other) })
            .collect();
        let (mut seen_from, mut cycles) = (vec![usize::MAX; next.len()], Vec::new());
        for start in 0..next.len() {
            let mut at = start;
            while let (Some(other), usize::MAX) = (next[at], seen_from[at]) {
                seen_from[at] = start;
                at = other;
            }
            if next[at].is_some() && seen_from[at] == start {
                cycles.push(cycle_through(at, &next));
            }
        }
        cycles
    }

    fn report(&self, cycle: &[usize], findings: &mut Findings) {
        let waits: Vec<(usize, Wait)> =
            cycle.iter().filter_map(|&kernel| Some((kernel, self.wait(kernel)?))).collect();
        let is_dependencies = waits.iter().all(|(_, wait)| wait.blocks.is_none());
        let rule = if is_dependencies { CYCLE } else { DEADLOCK };
        let shown: Vec<String> =
            waits.iter().take(SHOWN).map(|(kernel, wait)| self.say(*kernel, wait)).collect();
        let more = waits.len() - shown.len();
        let more = if more > 0 { format!("; and {more} more") } else { String::new() };
        findings.add(rule, format_args!("kernels[{}]", cycle[0]), format_args!("{}{more}", shown.join("; ")));
    }

    fn say(&self, kernel: usize, wait: &Wait) -> String {
        let name = |index: usize| {
            let kernel = &self.plan.kernels[index];
            format!("{}/{}", kernel.dag, kernel.id)
        };
        let (one, other) = (name(kernel), name(wait.other));
        match (wait.blocks, wait.on) {
            (None, PlanOn::Finish) => format!("`{one}` waits for the end of `{other}`"),
            (None, PlanOn::Launch) => format!("`{one}` waits for the launch of `{other}`"),
            (Some((block, need)), _) => {
                let done = self.done[wait.other];
                format!(
                    "block {block} of `{one}` waits for {need} blocks of `{other}`, which gets {done} done"
                )
            }
        }
    }
}

/// Most waits of a cycle that are reported.
const SHOWN: usize = 8;

/// Returns the cycle through a kernel, from its smallest kernel.
fn cycle_through(on_it: usize, next: &[Option<usize>]) -> Vec<usize> {
    let mut cycle = vec![on_it];
    while let Some(other) = next[cycle[cycle.len() - 1]].filter(|&other| other != on_it) {
        cycle.push(other);
    }
    let first = (0..cycle.len()).min_by_key(|&place| cycle[place]).unwrap_or(0);
    cycle.rotate_left(first);
    cycle
}
