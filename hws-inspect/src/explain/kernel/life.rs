//! One life while it is recorded.

use hws_model::{Decision, Hws};
use hws_types::{Cycle, SipMask};

use super::blocks::Blocks;
use super::pushes::Push;
use super::{KernelWait, Life, Rejection, ReservationSpan, SEARCHED_LIVES, SEARCHED_WAITS};
use crate::explain::facts::{Facts, KernelRef};
use crate::explain::reason::{Reason, View};
use crate::explain::spans::{OpenSpan, Span};
use crate::explain::why_not::Search;

/// A kernel and what has happened to it so far.
#[derive(Debug)]
pub(super) struct OpenLife {
    life: Life,
    /// Lives before this one.
    pub(super) number: usize,
    pub(super) kernel: Option<KernelRef>,
    reason: OpenSpan<Reason>,
    /// The state in which the open reason was found, for a later search.
    first: Option<Box<Moment>>,
    /// The states of the longest waits, by the index of the wait.
    searched: Vec<(usize, Box<Moment>)>,
    reservation: Option<(Cycle, SipMask)>,
    pub(super) blocks: Blocks,
}

/// The state at a LATCH, or one without an attempt, and what is decided in it.
#[derive(Debug)]
struct Moment {
    latch: Cycle,
    hws: Hws,
    decision: Decision,
}

impl OpenLife {
    pub(super) fn new(push: Push, number: usize) -> Self {
        let life = Life {
            facts: None,
            source: push.source,
            td_addr: push.td_addr,
            pushed: Some(push.at),
            admitted: None,
            rejected: None,
            waits: Vec::new(),
            reservations: Vec::new(),
            blocks: Vec::new(),
            left: None,
            finished: None,
            reset: None,
        };
        let mut open = Self {
            life,
            number,
            kernel: None,
            reason: OpenSpan::default(),
            first: None,
            searched: Vec::new(),
            reservation: None,
            blocks: Blocks::default(),
        };
        open.set(Cycle(0), Reason::NotPushed);
        open.set(push.at, Reason::Loader);
        open
    }

    pub(super) fn admitted(&mut self, at: Cycle, facts: Facts) {
        self.life.admitted = Some(at);
        self.kernel = Some(facts.kernel);
        self.life.facts = Some(facts);
    }

    /// It was admitted and left in the same tick.
    pub(super) fn passed(&mut self, at: Cycle) {
        self.life.admitted = Some(at);
        self.left(at);
    }

    pub(super) fn rejected(&mut self, at: Cycle, error: &str) {
        self.life.rejected = Some(Rejection { at, error: error.to_owned() });
        self.end_wait(at);
    }

    pub(super) const fn is_resident(&self) -> bool {
        self.life.admitted.is_some() && self.life.left.is_none() && self.life.reset.is_none()
    }

    /// Whether nothing can happen to it any more.
    pub(super) const fn is_over(&self) -> bool {
        let is_gone = self.life.left.is_some() || self.life.reset.is_some();
        self.life.rejected.is_some() || is_gone && !self.blocks.are_running()
    }

    /// Whether a reason has been found since its admission.
    pub(super) fn is_judged(&self) -> bool {
        !matches!(self.reason.value(), None | Some(Reason::Loader | Reason::NotPushed))
    }

    /// The reason from `at` on, which holds in a state that a later search may need.
    pub(super) fn judged(&mut self, at: Cycle, view: View<'_>, facts: &Facts, is_off: bool) {
        let reason = match view.reason(facts) {
            Reason::Launching | Reason::Outranked { .. } if is_off => Reason::Disabled,
            reason => reason,
        };
        if self.set(at, reason) && self.number < SEARCHED_LIVES {
            self.first =
                Some(Box::new(Moment { latch: at, hws: view.hws.clone(), decision: view.decision.clone() }));
        }
    }

    pub(super) fn in_flight(&mut self, at: Cycle) {
        self.set(at, Reason::InFlight);
    }

    /// Returns whether the reason changes; a reason that differs only in its SIPs continues.
    fn set(&mut self, at: Cycle, reason: Reason) -> bool {
        if self.reason.value().is_some_and(|present| present.is_like(&reason)) {
            return false;
        }
        let ended = self.reason.set(at, reason);
        self.note(ended);
        true
    }

    fn end_wait(&mut self, at: Cycle) {
        let ended = self.reason.end(at);
        self.note(ended);
    }

    /// Keeps a span that has ended, and its state if it is one of the longest.
    fn note(&mut self, ended: Option<Span<Reason>>) {
        let state = self.first.take();
        let Some(Span { from, to, value: reason }) = ended else { return };
        if let Some(state) = state.filter(|_| reason != Reason::Launching) {
            self.searched.push((self.life.waits.len(), state));
        }
        self.life.waits.push(KernelWait { from, to, reason, why_not: Vec::new() });
        if self.searched.len() > SEARCHED_WAITS {
            let length = |wait: &KernelWait| wait.to.since(wait.from);
            let shortest =
                (0..self.searched.len()).min_by_key(|&at| length(&self.life.waits[self.searched[at].0]));
            shortest.map(|at| self.searched.remove(at));
        }
    }

    pub(super) fn promoted(&mut self, at: Cycle, sips: SipMask) {
        self.reservation = Some((at, sips));
    }

    /// The reservation ends, if there is one.
    pub(super) fn unreserved(&mut self, at: Cycle, cancelled: bool) {
        if let Some((from, sips)) = self.reservation.take() {
            self.life.reservations.push(ReservationSpan { from, to: at, sips, cancelled });
        }
    }

    pub(super) fn left(&mut self, at: Cycle) {
        self.life.left = Some(at);
        self.unreserved(at, false);
        self.end_wait(at);
    }

    pub(super) fn reset(&mut self, at: Cycle) {
        if self.is_resident() || self.life.admitted.is_none() && self.life.rejected.is_none() {
            self.life.reset = Some(at);
        }
        self.unreserved(at, false);
        self.end_wait(at);
        self.blocks.reset();
    }

    pub(super) fn answer(mut self, end: Cycle) -> Life {
        self.unreserved(end, false);
        self.end_wait(end);
        self.life.blocks = std::mem::take(&mut self.blocks).all();
        if self.life.left.is_some() && self.life.blocks.iter().all(|block| block.completed.is_some()) {
            let completed = self.life.blocks.iter().filter_map(|block| block.completed);
            self.life.finished = completed.max().or(self.life.left);
        }
        for (index, moment) in std::mem::take(&mut self.searched) {
            self.search(index, &moment);
        }
        self.life
    }

    fn search(&mut self, index: usize, moment: &Moment) {
        let Moment { latch, hws, decision } = moment;
        let entry = self.kernel.map(|kernel| kernel.entry);
        let Some(facts) = entry.and_then(|entry| Facts::of(hws, entry)) else { return };
        let mut why_not = Search::new(View { hws, decision }, &facts, *latch).smallest();
        let started = self.life.blocks.iter().map(|block| block.at).find(|at| at > latch);
        why_not.iter_mut().for_each(|change| change.started(started));
        self.life.waits[index].why_not = why_not;
    }
}
