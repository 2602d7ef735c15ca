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
    /// None: there is no attempt.
    why: Option<Why>,
    /// What the last attempt said.
    before: Option<Why>,
}

impl Waits {
    pub(super) fn admitted(&mut self, at: Cycle, entry: Entry, kernel: u32, is_prefetch: bool) {
        let why = match (is_prefetch, self.is_attempt_in_flight) {
            (true, _) => Some(Why::Grants),
            (false, true) => Some(Why::Attempt),
            (false, false) => None,
        };
        self.open[entry.index()] = Some(Open { kernel, from: at, why, before: None });
    }

    /// An attempt began; `why` says what it makes of the kernel of an entry.
    pub(super) fn latched(&mut self, at: Cycle, why: impl Fn(Entry) -> Why) {
        self.is_attempt_in_flight = true;
        for entry in Entry::all() {
            let Some(open) = self.open[entry.index()] else { continue };
            let why = why(entry);
            self.ended.extend(open.close(at, Some(why)));
            self.open[entry.index()] = Some(Open { from: at, why: Some(why), before: Some(why), ..open });
        }
    }

    /// The attempt in flight ended; the next one, if there is one at once, follows in the same cycle.
    pub(super) fn committed(&mut self, at: Cycle) {
        self.is_attempt_in_flight = false;
        for open in self.open.iter_mut().flatten().filter(|open| open.why != Some(Why::Grants)) {
            self.ended.extend(open.close(at, None));
            (open.from, open.why) = (at, None);
        }
    }

    pub(super) fn left(&mut self, at: Cycle, entry: Entry) {
        let open = self.open[entry.index()].take();
        self.ended.extend(open.and_then(|open| open.close(at, None)));
    }

    /// Nobody waits any more.
    pub(super) fn end(&mut self, at: Cycle) {
        self.is_attempt_in_flight = false;
        Entry::all().for_each(|entry| self.left(at, entry));
    }

    /// In the order in which they ended; neighbours may have the same reason.
    pub(super) fn all(self) -> Vec<Wait> {
        self.ended
    }
}

impl Open {
    /// Without an attempt: what the next one said, or else the last one.
    fn close(self, at: Cycle, next: Option<Why>) -> Option<Wait> {
        let why = self.why.unwrap_or_else(|| without_an_attempt(next.or(self.before)));
        (at > self.from).then_some(Wait { kernel: self.kernel, from: self.from, to: at, why })
    }
}

/// What is true while no SIP is ready, of a kernel of which an attempt said this.
fn without_an_attempt(said: Option<Why>) -> Why {
    match said {
        Some(lasting @ (Why::Trigger | Why::Grants | Why::NothingAllowed)) => lasting,
        _ => Why::NoPlace,
    }
}
