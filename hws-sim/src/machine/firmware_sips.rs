//! SIPs as firmware uses them: for blocks of launches that it carries out, and for blocks of its own.
//!
//! As in the reference environment, each SIP executes one run after the other. Unlike there, this is the
//! firmware side of the machine: when a run ends, its report is an operation of the stimulus, so that a
//! replay, which has no firmware, contains it, too.

use std::collections::VecDeque;

use hws_types::{Cycle, Sip, SipMask};

use crate::observer::FirmwareRun;

/// What firmware has started, and what has ended.
#[derive(Clone, Debug)]
pub(super) struct FirmwareSips {
    sips: [VecDeque<Run>; Sip::COUNT],
    /// The SIPs that have a run.
    busy: SipMask,
    /// Ended runs of blocks of firmware's own that firmware has not taken.
    pub(super) returned: VecDeque<(Cycle, FirmwareRun)>,
}

/// One thread of a block; `end` is valid once it is the first run of its SIP.
#[derive(Clone, Copy, Debug)]
struct Run {
    what: FirmwareRun,
    cycles: u64,
    end: Cycle,
}

impl Default for FirmwareSips {
    fn default() -> Self {
        let sips = std::array::from_fn(|_| VecDeque::new());
        Self { sips, busy: SipMask::EMPTY, returned: VecDeque::new() }
    }
}

impl FirmwareSips {
    /// Queues a run of `cycles` cycles, at least one, behind the others of its SIP.
    pub(super) fn accept(&mut self, what: FirmwareRun, cycles: u64, now: Cycle) {
        let cycles = cycles.max(1);
        self.sips[what.sip.index()].push_back(Run { what, cycles, end: now.after(cycles) });
        self.busy |= what.sip.mask();
    }

    /// Resets a SIP, which executes these runs from their beginnings. Returns whether it was executing the first one.
    pub(super) fn restart(&mut self, sip: Sip, runs: &[(FirmwareRun, u64)], now: Cycle) -> bool {
        let queued = std::mem::take(&mut self.sips[sip.index()]);
        self.busy -= sip.mask();
        runs.iter().for_each(|&(what, cycles)| self.accept(what, cycles, now));
        queued.front().zip(runs.first()).is_some_and(|(run, (first, _))| run.what == *first)
    }

    /// Whether no SIP has a run.
    #[inline]
    pub(super) const fn is_idle(&self) -> bool {
        self.busy.is_empty()
    }

    /// The cycle in which the next run ends.
    #[inline]
    pub(super) fn next_due(&self) -> Option<Cycle> {
        if self.is_idle() { None } else { self.first_ends().map(|(_, end)| end).min() }
    }

    /// The busy SIPs, ascending, and when the first run of each ends.
    fn first_ends(&self) -> impl Iterator<Item = (Sip, Cycle)> + '_ {
        self.busy.iter().filter_map(|sip| Some((sip, self.sips[sip.index()].front()?.end)))
    }

    /// Takes a run that has ended at `now`, the lowest SIP first; the SIP starts its next one.
    pub(super) fn take_due(&mut self, now: Cycle) -> Option<FirmwareRun> {
        let (sip, end) = self.first_ends().find(|&(_, end)| end <= now)?;
        let runs = &mut self.sips[sip.index()];
        let ended = runs.pop_front()?;
        match runs.front_mut() {
            Some(next) => next.end = end.after(next.cycles),
            None => self.busy -= sip.mask(),
        }
        Some(ended.what)
    }

    /// Drops everything, as a reset of the SIPs does.
    pub(super) fn reset(&mut self) {
        *self = Self::default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(sip: u32, block_id: u16) -> FirmwareRun {
        FirmwareRun { sip: Sip::wrapping(sip), kernel_id: 1, block_id, launch_id: None }
    }

    #[test]
    fn a_sip_executes_one_run_after_the_other() {
        let mut sips = FirmwareSips::default();
        sips.accept(run(3, 0), 10, Cycle(100));
        sips.accept(run(3, 1), 5, Cycle(101));
        sips.accept(run(2, 2), 0, Cycle(109));
        assert_eq!(sips.next_due(), Some(Cycle(110)));
        assert_eq!(sips.take_due(Cycle(109)), None);
        let due: Vec<_> = std::iter::from_fn(|| sips.take_due(Cycle(110))).map(|run| run.block_id).collect();
        assert_eq!(due, [2, 0]);
        assert_eq!(sips.next_due(), Some(Cycle(115)));
        sips.reset();
        assert_eq!(sips.next_due(), None);
    }

    #[test]
    fn a_restarted_sip_executes_what_it_is_given() {
        let mut sips = FirmwareSips::default();
        let both = [(run(3, 0), 10), (run(3, 1), 5)];
        both.iter().for_each(|&(run, cycles)| sips.accept(run, cycles, Cycle(100)));
        assert!(sips.restart(Sip::wrapping(3), &both, Cycle(107)));
        assert_eq!((sips.take_due(Cycle(116)), sips.take_due(Cycle(117))), (None, Some(run(3, 0))));
        assert!(!sips.restart(Sip::wrapping(3), &both[..1], Cycle(120)), "its report was lost");
        assert_eq!((sips.take_due(Cycle(130)), sips.next_due()), (Some(run(3, 0)), None));
    }
}
