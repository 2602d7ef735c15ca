//! The number of SIPs that are busy, and of those reserved and idle, at each change.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::iter::Peekable;

use hws_types::{Cycle, SipMask};

use super::Timeline;

/// The numbers from a cycle on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Step {
    pub(super) at: Cycle,
    pub(super) busy: u32,
    pub(super) reserved_idle: u32,
}

/// Every step, ascending; neighbours differ.
pub(super) fn steps(timeline: &Timeline) -> impl Iterator<Item = Step> {
    let mut busy = Changes::of(timeline.every_run().map(|run| (run.from, run.to, run.sip.mask())));
    let kept = timeline.reservations.iter().map(|kept| (kept.from, kept.to, kept.sips));
    let mut reserved = Changes::of(kept);
    let mut last = (0, 0);
    std::iter::from_fn(move || {
        loop {
            let at = [busy.next(), reserved.next()].into_iter().flatten().min()?;
            let (busy, reserved) = (busy.until(at), reserved.until(at));
            let step = Step { at, busy: busy.len(), reserved_idle: (reserved - busy).len() };
            if std::mem::replace(&mut last, (step.busy, step.reserved_idle)) != last {
                return Some(step);
            }
        }
    })
}

/// A set of SIPs that changes: each span, by start, has some of them.
struct Changes<I: Iterator<Item = Span>> {
    begins: Peekable<I>,
    /// The ends of those that have begun, the earliest on top.
    ends: BinaryHeap<Reverse<(Cycle, u32)>>,
    now: SipMask,
}

type Span = (Cycle, Cycle, SipMask);

impl<I: Iterator<Item = Span>> Changes<std::iter::Filter<I, fn(&Span) -> bool>> {
    fn of(spans: I) -> Self {
        let is_any: fn(&Span) -> bool = |span| span.0 < span.1;
        let begins = spans.filter(is_any).peekable();
        Self { begins, ends: BinaryHeap::new(), now: SipMask::EMPTY }
    }
}

impl<I: Iterator<Item = Span>> Changes<I> {
    /// The cycle of the next change.
    fn next(&mut self) -> Option<Cycle> {
        let end = self.ends.peek().map(|end| end.0.0);
        self.begins.peek().map(|span| span.0).into_iter().chain(end).min()
    }

    /// The set from a cycle on that is not after the next change. A SIP that is released and taken in it is taken.
    fn until(&mut self, at: Cycle) -> SipMask {
        while let Some(&Reverse((_, sips))) = self.ends.peek().filter(|end| end.0.0 <= at) {
            self.now -= SipMask(sips);
            self.ends.pop();
        }
        while let Some((_, to, sips)) = self.begins.next_if(|span| span.0 <= at) {
            self.now |= sips;
            self.ends.push(Reverse((to, sips.0)));
        }
        self.now
    }
}

#[cfg(test)]
mod tests {
    use hws_model::Pool;
    use hws_types::{Sip, Topology};

    use super::*;
    use crate::timeline::{Reservation, ReservationOutcome, SipRun, StartedBy};

    fn run(sip: u32, from: u64, to: u64) -> SipRun {
        SipRun::new(Sip::wrapping(sip), 0, StartedBy::Hws(Pool::P), Cycle(from), Cycle(to))
    }

    /// SIP 0 runs one block right behind the other; SIPs 0 and 1 are reserved from 15 to 40.
    #[test]
    fn sips_are_counted_at_each_change() {
        let (from, to) = (Cycle(15), Cycle(40));
        let kept =
            Reservation { kernel: 0, sips: SipMask(0b11), from, to, outcome: ReservationOutcome::Launched };
        let timeline = Timeline {
            end: Cycle(50),
            runs: vec![run(0, 10, 20), run(0, 20, 30), run(1, 40, 45)],
            reservations: vec![kept],
            ..Timeline::new(Topology::FULL)
        };
        let steps: Vec<_> = steps(&timeline).map(|step| (step.at.0, step.busy, step.reserved_idle)).collect();
        assert_eq!(steps, [(10, 1, 0), (15, 1, 1), (30, 0, 2), (40, 1, 0), (45, 0, 0)]);
    }
}
