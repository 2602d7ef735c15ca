//! Why each resident kernel made no progress, from its admission to the COMMIT of its last launch.
//!
//! A reason holds from one LATCH to the next. While no SIP is ready, there is no attempt (scheduler.md §3.1):
//! no kernel has a place then, and a kernel that is not in a pool at the next LATCH was waiting for its
//! trigger. A kernel that is admitted while an attempt is in flight waits for the attempt to end.

use hws_types::{Cycle, Entry};

use super::ended::{Ended, Waiting};
use super::log::Storage;
use crate::timeline::{WaitSpan, Why};

/// All waits.
#[derive(Clone, Debug, Default)]
pub(super) struct Waits {
    /// The kernel of each entry, and its present wait.
    open: [Option<Open>; Entry::COUNT],
    is_attempt_in_flight: bool,
    ended: Ended,
}

/// A wait that has not ended.
#[derive(Clone, Copy, Debug)]
struct Open {
    kernel: u32,
    from: Cycle,
    /// None before the first attempt that can see it.
    why: Option<Why>,
    /// The cycle from which on no attempt is in flight.
    idle_since: Option<Cycle>,
    waiting: Waiting,
}

impl Waits {
    /// Adds the waits of this many kernels up, too, each of which is admitted once.
    pub(super) fn added_up(self, kernels: usize) -> Self {
        Self { ended: self.ended.added_up(kernels), ..self }
    }

    /// Lists them, too.
    pub(super) fn listed(self, storage: &Storage) -> Self {
        Self { ended: self.ended.listed(storage), ..self }
    }

    pub(super) fn launched(&mut self, at: Cycle, entry: Entry) {
        self.open[entry.index()].iter_mut().for_each(|open| open.waiting.launched(at));
    }

    pub(super) fn admitted(&mut self, at: Cycle, entry: Entry, kernel: u32, is_prefetch: bool) {
        let why = match (is_prefetch, self.is_attempt_in_flight) {
            (true, _) => Some(Why::Grants),
            (false, true) => Some(Why::Attempt),
            (false, false) => None,
        };
        let idle_since = Some(at).filter(|_| why.is_none());
        self.open[entry.index()] =
            Some(Open { kernel, from: at, why, idle_since, waiting: Waiting::default() });
    }

    /// An attempt begins; `reasons` are those of the kernel of each entry.
    pub(super) fn latched(&mut self, at: Cycle, reasons: &[Why; Entry::COUNT]) {
        self.is_attempt_in_flight = true;
        for (open, &why) in self.open.iter_mut().zip(reasons) {
            if let Some(open) = open {
                open.settle(at, Some(why), &mut self.ended);
                open.change(at, why, &mut self.ended);
            }
        }
    }

    /// Whether the attempt in flight is one of those that began with these reasons, and every kernel has been seen by it.
    pub(super) fn have(&self, reasons: &[Why; Entry::COUNT]) -> bool {
        let has = |(open, why): (&Option<Open>, &Why)| {
            open.as_ref().is_none_or(|open| open.why == Some(*why) && open.idle_since.is_none())
        };
        self.is_attempt_in_flight && self.open.iter().zip(reasons).all(has)
    }

    /// The attempt in flight ends; the next one may begin in the same cycle.
    pub(super) fn committed(&mut self, at: Cycle) {
        self.is_attempt_in_flight = false;
        self.open.iter_mut().flatten().for_each(|open| open.idle_since = Some(at));
    }

    pub(super) fn left(&mut self, at: Cycle, entry: Entry) {
        if let Some(mut open) = self.open[entry.index()].take() {
            open.settle(at, None, &mut self.ended);
            open.end(at, &mut self.ended);
            self.ended.left(open.kernel, &open.waiting);
        }
    }

    /// Ends all waits.
    pub(super) fn end(&mut self, at: Cycle) {
        self.is_attempt_in_flight = false;
        Entry::all().for_each(|entry| self.left(at, entry));
    }

    pub(super) fn ended(self) -> Ended {
        self.ended
    }
}

impl Open {
    /// Sets the reason for the time without an attempt: that of the next attempt, or else of the last one.
    fn settle(&mut self, at: Cycle, next: Option<Why>, ended: &mut Ended) {
        if let Some(since) = self.idle_since.take().filter(|&since| since < at) {
            self.change(since, without_an_attempt(next.or(self.why)), ended);
        }
    }

    fn change(&mut self, at: Cycle, why: Why, ended: &mut Ended) {
        if self.why != Some(why) {
            self.end(at, ended);
            (self.from, self.why) = (at, Some(why));
        }
    }

    fn end(&mut self, at: Cycle, ended: &mut Ended) {
        let wait = self.why.map(|why| WaitSpan { kernel: self.kernel, from: self.from, to: at, why });
        if let Some(wait) = wait.filter(|wait| wait.from < wait.to) {
            ended.add(wait, &mut self.waiting);
        }
    }
}

/// The reason while no SIP is ready, of a kernel for which an attempt gave this reason.
fn without_an_attempt(given: Option<Why>) -> Why {
    match given {
        Some(lasting @ (Why::Trigger | Why::Grants | Why::NothingAllowed)) => lasting,
        _ => Why::NoPlace,
    }
}
