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
#[derive(Clone, Debug)]
pub(super) struct Waits {
    /// The kernel of each entry, and its present wait.
    open: [Option<Open>; Entry::COUNT],
    /// Its reason; none before the first attempt that can see the kernel.
    whys: [Option<Why>; Entry::COUNT],
    /// The cycle from which on no attempt is in flight; none while one is.
    idle_since: Option<Cycle>,
    ended: Ended,
}

/// A wait that has not ended.
#[derive(Clone, Copy, Debug)]
struct Open {
    kernel: u32,
    from: Cycle,
    waiting: Waiting,
}

impl Default for Waits {
    fn default() -> Self {
        Self {
            open: [None; Entry::COUNT],
            whys: [None; Entry::COUNT],
            idle_since: Some(Cycle(0)),
            ended: Ended::default(),
        }
    }
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
        self.open[entry.index()] = Some(Open { kernel, from: at, waiting: Waiting::default() });
        self.whys[entry.index()] = match (is_prefetch, self.idle_since) {
            (true, _) => Some(Why::Grants),
            (false, None) => Some(Why::Attempt),
            (false, Some(_)) => None,
        };
    }

    /// An attempt begins; `reasons` are those of the kernel of each entry.
    pub(super) fn latched(&mut self, at: Cycle, reasons: &[Why; Entry::COUNT]) {
        let gap = self.idle_since.take().filter(|&since| since < at);
        for (entry, &why) in Entry::all().zip(reasons) {
            let goes_on = gap.is_none() || without_an_attempt(Some(why)) == why;
            if self.whys[entry.index()] != Some(why) || !goes_on {
                self.settle(entry, gap, Some(why));
                self.change(at, entry, why);
            }
        }
    }

    /// Whether the attempt in flight is one of those that began with these reasons.
    pub(super) fn have(&self, reasons: &[Why; Entry::COUNT]) -> bool {
        let has = |(entry, why): (Entry, &Why)| {
            self.open[entry.index()].is_none() || self.whys[entry.index()] == Some(*why)
        };
        self.idle_since.is_none() && Entry::all().zip(reasons).all(has)
    }

    /// The attempt in flight ends; the next one may begin in the same cycle.
    pub(super) fn committed(&mut self, at: Cycle) {
        self.idle_since = Some(at);
    }

    pub(super) fn left(&mut self, at: Cycle, entry: Entry) {
        self.settle(entry, self.idle_since.filter(|&since| since < at), None);
        self.end_wait(at, entry);
        if let Some(open) = self.open[entry.index()].take() {
            self.ended.left(open.kernel, &open.waiting);
        }
    }

    /// Ends all waits.
    pub(super) fn end(&mut self, at: Cycle) {
        Entry::all().for_each(|entry| self.left(at, entry));
        self.idle_since = Some(at);
    }

    pub(super) fn ended(self) -> Ended {
        self.ended
    }

    /// Sets the reason for the time without an attempt, if there was any: that of the next attempt, or else of the last one.
    fn settle(&mut self, entry: Entry, idle_since: Option<Cycle>, next: Option<Why>) {
        if let Some((since, open)) = idle_since.zip(self.open[entry.index()]) {
            let why = without_an_attempt(next.or(self.whys[entry.index()]));
            self.change(since.max(open.from), entry, why);
        }
    }

    fn change(&mut self, at: Cycle, entry: Entry, why: Why) {
        if self.whys[entry.index()] != Some(why) {
            self.end_wait(at, entry);
            self.open[entry.index()].iter_mut().for_each(|open| open.from = at);
            self.whys[entry.index()] = Some(why);
        }
    }

    fn end_wait(&mut self, at: Cycle, entry: Entry) {
        let Some((open, why)) = self.open[entry.index()].as_mut().zip(self.whys[entry.index()]) else {
            return;
        };
        let wait = WaitSpan { kernel: open.kernel, from: open.from, to: at, why };
        if wait.from < wait.to {
            self.ended.add(wait, &mut open.waiting);
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
