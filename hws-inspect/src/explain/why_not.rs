//! Why not: the smallest changes of state that would have started a kernel.
//!
//! Each kind of change proposes its variants by size; the first with which the decision launches the kernel is the
//! smallest of its kind. If no single change helps, pairs are tried, and then a change without the kernels that
//! would be chosen before. The size of a change is the number of SIPs, mask bits, settings, grants or kernels that differ.

mod places;
mod proposals;

use std::fmt;

use hws_model::{Assumption, Choice, Hws};
use hws_regs::params;
use hws_types::{Cycle, Entry, SipMask};
use serde::Serialize;

use super::change::{StateChange, Step};
use super::facts::Facts;
use super::reason::{Reason, View};
use super::state::StateFacts;

/// A change with which the attempt would have launched the kernel.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct WhyNot {
    /// What differs; usually one change.
    pub changes: Vec<StateChange>,
    /// SIPs, mask bits, settings, grants or kernels that differ.
    pub size: u32,
    /// The COMMIT that would have launched it.
    pub commit: Cycle,
    /// Cycles that it would have started earlier; `None` if it did not start later in the stimulus.
    pub gained: Option<u64>,
    /// The lines of a stimulus that make the change, to be inserted at the cycle of LATCH; empty if it cannot be made
    /// by register writes. A COMMIT in that cycle sees the change, too, if it promotes a kernel (scheduler.md §3.1).
    pub lines: Vec<String>,
}

impl WhyNot {
    /// Notes when the kernel did start.
    pub(super) fn started(&mut self, at: Option<Cycle>) {
        self.gained = at.map(|at| at.since(self.commit));
    }
}

impl fmt::Display for WhyNot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let changes: Vec<_> = self.changes.iter().map(ToString::to_string).collect();
        write!(f, "{}: ", changes.join(" and "))?;
        match self.gained {
            Some(gained) => write!(f, "it would have started at {}, {gained} cycles earlier", self.commit),
            None => write!(f, "it would have started at {}; it did not start later", self.commit),
        }
    }
}

/// The question for one kernel in one state.
pub(super) struct Search<'a> {
    view: View<'a>,
    facts: &'a Facts,
    state: StateFacts,
    latch: Cycle,
    /// The SIPs on which it has to start, if not on any.
    goal: Option<SipMask>,
}

impl<'a> Search<'a> {
    /// `latch` is the cycle in which the attempt is, or would be, latched.
    pub(super) fn new(view: View<'a>, facts: &'a Facts, latch: Cycle) -> Self {
        Self { view, facts, state: StateFacts::of(view.hws), latch, goal: None }
    }

    /// Only a start on exactly these SIPs counts.
    pub(super) fn on(self, sips: SipMask) -> Self {
        Self { goal: Some(sips), ..self }
    }

    /// The smallest single change of each kind.
    pub(super) fn single_steps(&self) -> Vec<Step> {
        self.single(&[]).into_iter().flatten().collect()
    }

    /// The smallest change of each kind, by ascending size; empty for a kernel that is launched.
    pub(super) fn smallest(&self) -> Vec<WhyNot> {
        if self.starts(&[]) || self.view.reason(self.facts) == Reason::AllocationOnly {
            return Vec::new();
        }
        let mut found = self.single(&[]);
        if found.is_empty() {
            found = self.pairs();
        }
        if found.is_empty() {
            found = self.after_others();
        }
        found.sort_by_cached_key(|steps| rank(steps));
        found.into_iter().map(|steps| self.answer(&steps)).collect()
    }

    /// The smallest of each kind that helps in addition to `base`.
    fn single(&self, base: &[Step]) -> Vec<Vec<Step>> {
        let with = |step: Step| [base, &[step]].concat();
        let kinds = self.proposals().into_iter();
        kinds.filter_map(|kind| kind.into_iter().map(with).find(|steps| self.starts(steps))).collect()
    }

    /// The best single change in addition to each change that can be decisive.
    fn pairs(&self) -> Vec<Vec<Step>> {
        let first = self.decisive();
        let pairs = first.iter().flat_map(|step| self.single(std::slice::from_ref(step)));
        smallest(pairs.map(|steps| self.with_lowest_priority(steps)))
    }

    /// The smallest change of a kind together with the kernels that would then be chosen before.
    fn after_others(&self) -> Vec<Vec<Step>> {
        let seeds = self.proposals().into_iter().filter_map(|kind| kind.into_iter().next());
        smallest(seeds.filter_map(|seed| self.without_winners(vec![seed])))
    }

    /// The steps, and the absence of every kernel that is chosen before this one.
    fn without_winners(&self, mut steps: Vec<Step>) -> Option<Vec<Step>> {
        while !self.starts(&steps) {
            let winner = self.chosen(&assumptions(&steps)).filter(|&entry| entry != self.entry())?;
            steps.push(Step::absent(self.view.kernel(winner)?));
        }
        Some(self.needed(steps))
    }

    /// The steps without those that are not needed.
    fn needed(&self, mut steps: Vec<Step>) -> Vec<Step> {
        let mut at = 0;
        while at < steps.len() {
            let step = steps.remove(at);
            if !self.starts(&steps) {
                steps.insert(at, step);
                at += 1;
            }
        }
        steps
    }

    /// The steps with the lowest priority that suffices, if a priority is one of them.
    fn with_lowest_priority(&self, steps: Vec<Step>) -> Vec<Step> {
        let is_priority = |step: &Step| matches!(step.change, StateChange::OfflinePriority { .. });
        let (priorities, others): (Vec<_>, Vec<_>) = steps.iter().cloned().partition(is_priority);
        let lowest = priorities.first().and_then(|_| self.lowest_priority(&others));
        lowest.map_or(steps, |lowest| [vec![lowest], others].concat())
    }

    /// The lowest offline_priority above the present one that starts the kernel after the other steps: a higher one
    /// only moves the kernel forward, so it is found by bisection.
    fn lowest_priority(&self, others: &[Step]) -> Option<Step> {
        let starts = |priority| self.starts(&[others, &[self.prioritised(priority)]].concat());
        let (mut low, mut high) = (self.facts.offline_priority.checked_add(1)?, u32::MAX);
        if !starts(high) {
            return None;
        }
        while low < high {
            let middle = low + (high - low) / 2;
            if starts(middle) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        Some(self.prioritised(high))
    }

    fn prioritised(&self, priority: u32) -> Step {
        let (entry, from) = (self.entry(), self.facts.offline_priority);
        let change = StateChange::OfflinePriority { from, to: priority };
        Step::new(change, Assumption::OfflinePriority { entry, priority }, 1)
    }

    /// Whether an attempt in the changed state launches the kernel.
    fn starts(&self, steps: &[Step]) -> bool {
        let is_enabled = self.state.enabled || steps.iter().any(|step| step.change == StateChange::Enable);
        let is_goal = |choice: &Choice| {
            choice.entry == self.entry() && self.goal.is_none_or(|sips| choice.placement.sips() == sips)
        };
        is_enabled && self.hws().choose_if(&assumptions(steps)).as_ref().is_some_and(is_goal)
    }

    fn chosen(&self, assumptions: &[Assumption]) -> Option<Entry> {
        self.hws().choose_if(assumptions).map(|choice| choice.entry)
    }

    fn answer(&self, steps: &[Step]) -> WhyNot {
        let changes: Vec<_> = steps.iter().map(|step| step.change.clone()).collect();
        let lines: Vec<_> = changes.iter().filter_map(|change| change.line(self.hws(), self.latch)).collect();
        WhyNot {
            lines: if lines.len() == changes.len() { lines } else { Vec::new() },
            size: size(steps),
            changes,
            commit: self.latch.after(u64::from(params::ATTEMPT_CYCLES)),
            gained: None,
        }
    }

    const fn hws(&self) -> &Hws {
        self.view.hws
    }

    const fn entry(&self) -> Entry {
        self.facts.kernel.entry
    }
}

fn assumptions(steps: &[Step]) -> Vec<Assumption> {
    steps.iter().filter_map(|step| step.assumption).collect()
}

/// Smaller changes first; among equals, by kind.
fn rank(steps: &[Step]) -> (u32, Vec<StateChange>) {
    (size(steps), steps.iter().map(|step| step.change.clone()).collect())
}

/// The smallest one, if there is any.
fn smallest(found: impl Iterator<Item = Vec<Step>>) -> Vec<Vec<Step>> {
    found.min_by_key(|steps| rank(steps)).into_iter().collect()
}

fn size(steps: &[Step]) -> u32 {
    steps.iter().map(|step| step.size).sum()
}
