//! Why each resident kernel got no farther, from its admission to the COMMIT of its last launch.
//!
//! A reason holds from one LATCH to the next. In between there is a time without an attempt when no SIP is
//! ready (§3.1): then there is no place for anyone, and who is not in a pool at the next LATCH waited for
//! its trigger. A kernel that is admitted while an attempt is in flight waits for that to end.

use hws_types::{Cycle, Entry};

use crate::timeline::{Wait, Why};

/// What is known of all waits.
#[derive(Clone, Debug, Default)]
pub(super) struct Waits {
    /// The kernel of each entry and what it waits for.
    open: [Option<Open>; Entry::COUNT],
    is_attempt_in_flight: bool,
    ended: Vec<Wait>,
}

/// A wait that has not ended.
#[derive(Clone, Copy, Debug)]
struct Open {
    kernel: u32,
    from: Cycle,
    /// None before the first attempt that could have seen it.
    why: Option<Why>,
    /// From when on there is no attempt that could say more.
    idle_since: Option<Cycle>,
}

impl Waits {
    pub(super) fn admitted(&mut self, at: Cycle, entry: Entry, kernel: u32, is_prefetch: bool) {
        let why = match (is_prefetch, self.is_attempt_in_flight) {
            (true, _) => Some(Why::Grants),
            (false, true) => Some(Why::Attempt),
            (false, false) => None,
        };
        let idle_since = Some(at).filter(|_| why.is_none());
        self.open[entry.index()] = Some(Open { kernel, from: at, why, idle_since });
    }

    /// An attempt began; `reasons` says what it makes of the kernel of each entry.
    pub(super) fn latched(&mut self, at: Cycle, reasons: &[Why; Entry::COUNT]) {
        self.is_attempt_in_flight = true;
        for (open, &why) in self.open.iter_mut().zip(reasons) {
            if let Some(open) = open {
                open.settle(at, Some(why), &mut self.ended);
                open.change(at, why, &mut self.ended);
            }
        }
    }

    /// The attempt in flight ended; the next one, if there is one at once, follows in the same cycle.
    pub(super) fn committed(&mut self, at: Cycle) {
        self.is_attempt_in_flight = false;
        self.open.iter_mut().flatten().for_each(|open| open.idle_since = Some(at));
    }

    pub(super) fn left(&mut self, at: Cycle, entry: Entry) {
        if let Some(mut open) = self.open[entry.index()].take() {
            open.settle(at, None, &mut self.ended);
            open.end(at, &mut self.ended);
        }
    }

    /// Nobody waits any more.
    pub(super) fn end(&mut self, at: Cycle) {
        self.is_attempt_in_flight = false;
        Entry::all().for_each(|entry| self.left(at, entry));
    }

    /// In the order in which they ended.
    pub(super) fn all(self) -> Vec<Wait> {
        self.ended
    }
}

impl Open {
    /// What it waited for without an attempt: the next one said, or else the last one.
    fn settle(&mut self, at: Cycle, next: Option<Why>, ended: &mut Vec<Wait>) {
        if let Some(since) = self.idle_since.take().filter(|&since| since < at) {
            self.change(since, without_an_attempt(next.or(self.why)), ended);
        }
    }

    fn change(&mut self, at: Cycle, why: Why, ended: &mut Vec<Wait>) {
        if self.why != Some(why) {
            self.end(at, ended);
            (self.from, self.why) = (at, Some(why));
        }
    }

    fn end(self, at: Cycle, ended: &mut Vec<Wait>) {
        let wait = self.why.map(|why| Wait { kernel: self.kernel, from: self.from, to: at, why });
        ended.extend(wait.filter(|wait| wait.from < wait.to));
    }
}

/// What is true while no SIP is ready, of a kernel of which an attempt said this.
fn without_an_attempt(said: Option<Why>) -> Why {
    match said {
        Some(lasting @ (Why::Trigger | Why::Grants | Why::NothingAllowed)) => lasting,
        _ => Why::NoPlace,
    }
}
