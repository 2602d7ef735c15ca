//! Messages on their way to firmware: those that it sees before the FIFO, and those it will see later.

use std::collections::VecDeque;

use fw_api::Occasions;
use hws_types::{Cycle, RawMih};

use super::{FaultKind, FaultPlan};

/// What happens to a message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Fate {
    Plain,
    Lost,
    Doubled,
    Late,
}

/// The faults of messages, and the messages under way. A message that one kind has struck is not an occasion for the kinds
/// after it, in the order lost-, doubled-, late-message.
#[derive(Clone, Debug)]
pub(super) struct MessageFaults {
    lost: Occasions,
    doubled: Occasions,
    late: Occasions,
    delay: u64,
    now: Cycle,
    /// What happens to the message at the head of the FIFO, once it is decided.
    head: Option<Fate>,
    /// Messages that firmware sees before those of the FIFO.
    pub(super) ready: VecDeque<RawMih>,
    /// Late messages; all have the same delay, so the first is due first.
    held: VecDeque<(Cycle, RawMih)>,
}

impl MessageFaults {
    pub(super) fn new(plan: &FaultPlan) -> Self {
        Self {
            lost: plan.occasions(FaultKind::LostMessage),
            doubled: plan.occasions(FaultKind::DoubledMessage),
            late: plan.occasions(FaultKind::LateMessage),
            delay: plan.delay(),
            now: Cycle(0),
            head: None,
            ready: VecDeque::new(),
            held: VecDeque::new(),
        }
    }

    pub(super) const fn struck(&self, kind: FaultKind) -> u64 {
        match kind {
            FaultKind::LostMessage => self.lost.struck(),
            FaultKind::DoubledMessage => self.doubled.struck(),
            FaultKind::LateMessage => self.late.struck(),
            _ => 0,
        }
    }

    /// What happens to the message at the head of the FIFO; decided once for each message.
    pub(super) fn fate(&mut self) -> Fate {
        if let Some(fate) = self.head {
            return fate;
        }
        let fate = if self.lost.strikes().is_some() {
            Fate::Lost
        } else if self.doubled.strikes().is_some() {
            Fate::Doubled
        } else if self.late.strikes().is_some() {
            Fate::Late
        } else {
            Fate::Plain
        };
        self.head = Some(fate);
        fate
    }

    /// The head was popped; the next message has its own fate.
    pub(super) fn popped(&mut self) -> Fate {
        self.head.take().unwrap_or(Fate::Plain)
    }

    pub(super) fn hold(&mut self, message: RawMih) {
        self.held.push_back((self.now.after(self.delay), message));
    }

    /// Time has passed: late messages arrive.
    pub(super) fn pass_to(&mut self, now: Cycle) {
        self.now = now;
        while let Some((_, message)) = self.held.pop_front_if(|(at, _)| *at <= now) {
            self.ready.push_back(message);
        }
    }

    pub(super) fn next_due(&self) -> Option<Cycle> {
        self.held.front().map(|(at, _)| *at)
    }
}
