//! Observes a replay around one cycle: the attempt in flight then, its COMMIT, and the later launches.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use hws_model::{Decision, Event, EventSink, FailedAttempts, Hws, Survey};
use hws_regs::{Promote, RegId, params};
use hws_sim::Observer;
use hws_types::{Cycle, Entry};

use super::build::build;
use super::{AttemptExplanation, AttemptWindow};
use crate::explain::clock::{Clock, Latch};
use crate::explain::facts::KernelRef;

const ATTEMPT: u64 = params::ATTEMPT_CYCLES as u64;

/// The observer.
#[derive(Debug)]
pub(super) struct Probe {
    at: Cycle,
    clock: Clock,
    latching: Option<Latch>,
    /// The last LATCHes near the cycle, with the state at each.
    latched: Vec<(Latch, Hws)>,
    subject: Option<Subject>,
    /// Events near the cycle.
    events: Vec<(Cycle, Event)>,
    /// The first launch of each kernel_seq from the attempt on.
    starts: BTreeMap<u32, Cycle>,
    is_reset: bool,
    /// PROMOTE at each COMMIT near the cycle.
    promote: BTreeMap<Cycle, Promote>,
}

/// What is explained.
#[derive(Debug)]
pub(super) struct Subject {
    /// The attempt, if there is one.
    pub(super) attempt: Option<AttemptWindow>,
    pub(super) next_latched: bool,
    /// The cycle of the LATCH, or of the one that there would have been.
    pub(super) latch: Cycle,
    pub(super) hws: Hws,
    pub(super) decision: Decision,
    /// PROMOTE at COMMIT.
    pub(super) promote: Option<Promote>,
    /// The kernels admitted since LATCH.
    pub(super) unseen: Vec<KernelRef>,
}

impl Probe {
    pub(super) fn new(at: Cycle) -> Self {
        Self {
            at,
            clock: Clock::default(),
            latching: None,
            latched: Vec::new(),
            subject: None,
            events: Vec::new(),
            starts: BTreeMap::new(),
            is_reset: false,
            promote: BTreeMap::new(),
        }
    }

    pub(super) const fn has_looked(&self) -> bool {
        self.subject.is_some()
    }

    /// The tick of the cycle is made, and this is the state after it.
    pub(super) fn look(&mut self, hws: Hws) {
        let at = self.at;
        let covers = |latch: Cycle| latch < at && at <= latch.after(ATTEMPT);
        let index = self.latched.iter().position(|(latch, _)| covers(latch.at));
        let own = index.or_else(|| self.latched.iter().position(|(latch, _)| latch.at == at));
        let present: Vec<KernelRef> = Entry::all().filter_map(|entry| KernelRef::of(&hws, entry)).collect();
        let next_latched = index.is_some() && self.latched.iter().any(|(latch, _)| latch.at == at);
        self.subject = Some(match own.map(|index| self.latched.swap_remove(index)) {
            Some((latch, hws)) => Subject {
                unseen: present
                    .into_iter()
                    .filter(|&kernel| KernelRef::of(&hws, kernel.entry) != Some(kernel))
                    .collect(),
                attempt: Some(AttemptWindow {
                    latch: latch.at,
                    commit: latch.at.after(ATTEMPT),
                    committed: false,
                }),
                next_latched,
                latch: latch.at,
                hws,
                decision: latch.decision,
                promote: None,
            },
            None => Subject {
                attempt: None,
                next_latched,
                latch: at,
                decision: hws.decide(),
                hws,
                promote: None,
                unseen: Vec::new(),
            },
        });
        self.latched.clear();
    }

    /// The explanation; `None` if the replay did not reach the cycle.
    pub(super) fn answer(self) -> Option<AttemptExplanation> {
        let mut subject = self.subject?;
        if let Some(attempt) = &mut subject.attempt {
            let is_commit =
                |&(at, event): &(Cycle, Event)| at == attempt.commit && matches!(event, Event::Commit { .. });
            attempt.committed = self.events.iter().any(is_commit);
        }
        subject.promote = subject.attempt.and_then(|attempt| self.promote.get(&attempt.commit)).copied();
        Some(build(self.at, &subject, &self.events, &self.starts))
    }

    /// The cycles that matter.
    fn near(&self) -> RangeInclusive<Cycle> {
        Cycle(self.at.0.saturating_sub(ATTEMPT))..=self.at.after(ATTEMPT)
    }

    fn is_near(&self, at: Cycle) -> bool {
        self.near().contains(&at)
    }

    fn reset(&mut self) {
        self.latching = None;
        self.latched.clear();
        self.starts.clear();
        self.is_reset |= self.subject.is_some();
    }
}

impl EventSink for Probe {
    fn event(&mut self, at: Cycle, event: Event) {
        match event {
            Event::SoftReset { .. } => self.reset(),
            // kernel_seq starts again after a reset.
            Event::Launch { seq, .. } if !self.is_reset && at >= self.at => {
                self.starts.entry(seq).or_insert(at);
            }
            _ => {}
        }
        let is_wanted = matches!(
            event,
            Event::Commit { .. }
                | Event::Launch { .. }
                | Event::KernelDone { .. }
                | Event::Promote { .. }
                | Event::Cancel { .. }
        );
        if is_wanted && self.is_near(at) && !self.is_reset {
            self.events.push((at, event));
        }
    }

    fn latch(&mut self, at: Cycle, decision: &dyn Fn() -> Decision) {
        if self.is_near(at) && self.subject.is_none() {
            self.latching = Some(Latch { at, decision: decision() });
        }
    }

    fn takes_failures_at_once(&self) -> bool {
        true
    }

    fn takes_these_at_once(&self, attempts: FailedAttempts, _survey: &dyn Fn() -> Survey) -> bool {
        let near = self.near();
        attempts.last() < *near.start() || attempts.first > *near.end()
    }
}

impl Observer for Probe {
    fn watches_state(&self) -> bool {
        true
    }

    /// Up to the first cycle that matters, so that attempts before it pass at once.
    fn longest_step(&self, now: Cycle) -> u64 {
        match self.near().start().since(now) {
            0 => u64::MAX,
            ticks => ticks,
        }
    }

    fn settled(&mut self, hws: &Hws) {
        let at = self.clock.settle(hws);
        if self.events.last().is_some_and(|(last, _)| *last == at) {
            self.promote.insert(at, Promote::from_bits(hws.peek(RegId::Promote)));
        }
        if let Some(latch) = self.latching.take() {
            self.latched.push((latch, hws.clone()));
        }
    }
}

/// The entry's kernel of an event near the cycle, by kernel_seq.
pub(super) fn entry_of(hws: &Hws, seq: u32) -> Option<Entry> {
    let named = |entry: &Entry| KernelRef::of(hws, *entry).is_some_and(|kernel| kernel.seq == seq);
    Entry::all().find(named)
}
