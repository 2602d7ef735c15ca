//! The number of SIPs that are busy, and of those reserved and idle, at each change.

use hws_types::{Cycle, SipMask};

use super::Timeline;

/// The numbers from a cycle on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Step {
    pub(super) at: Cycle,
    pub(super) busy: u32,
    pub(super) reserved_idle: u32,
}

/// How a set changes. A SIP that is released and taken in one cycle is taken.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Change {
    Ends,
    Begins,
}

/// The set that changes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Set {
    Busy,
    Reserved,
}

/// Every step, ascending; neighbours differ.
pub(super) fn steps(timeline: &Timeline) -> Vec<Step> {
    let mut changes: Vec<(Cycle, Change, Set, u32)> = Vec::new();
    let runs = timeline.runs.iter().map(|run| (run.from, run.to, Set::Busy, run.sip.mask()));
    let kept = timeline.reservations.iter().map(|kept| (kept.from, kept.to, Set::Reserved, kept.sips));
    for (from, to, set, sips) in runs.chain(kept).filter(|span| span.0 < span.1) {
        changes.extend([(from, Change::Begins, set, sips.0), (to, Change::Ends, set, sips.0)]);
    }
    changes.sort_unstable();
    let (mut steps, mut busy, mut reserved) = (Vec::<Step>::new(), SipMask::EMPTY, SipMask::EMPTY);
    for now in changes.chunk_by(|a, b| a.0 == b.0) {
        for &(_, change, set, sips) in now {
            let all = if set == Set::Busy { &mut busy } else { &mut reserved };
            *all = all.with_if(SipMask(sips), change == Change::Begins);
        }
        let step = Step { at: now[0].0, busy: busy.len(), reserved_idle: (reserved - busy).len() };
        let last = steps.last().map_or((0, 0), |last| (last.busy, last.reserved_idle));
        if last != (step.busy, step.reserved_idle) {
            steps.push(step);
        }
    }
    steps
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
        let steps: Vec<_> =
            steps(&timeline).iter().map(|step| (step.at.0, step.busy, step.reserved_idle)).collect();
        assert_eq!(steps, [(10, 1, 0), (15, 1, 1), (30, 0, 2), (40, 1, 0), (45, 0, 0)]);
    }
}
