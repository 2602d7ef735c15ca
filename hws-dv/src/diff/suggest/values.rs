//! The values of signals without a partner at the first cycles.

use crate::diff::align::{Aligner, Next};
use crate::diff::batch::Change;
use crate::diff::side::Reading;
use crate::wave::Bits;

/// The cycles that are looked at.
const CYCLES: u32 = 4_000;
/// The changes of a signal that are kept; the cycles after them are not looked at.
const CHANGES: usize = 256;

/// The changes of a signal: cycle and value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Track {
    changes: Vec<(u32, Bits)>,
    /// The cycle up to which the changes are complete.
    until: u32,
}

/// How far two signals agree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Agreement {
    pub(super) equal: u32,
    /// The cycles at which both are known.
    pub(super) cycles: u32,
    /// The fewer changes of the two.
    pub(super) changes: usize,
}

impl Agreement {
    pub(super) fn share(self) -> f64 {
        f64::from(self.equal) / f64::from(self.cycles)
    }
}

impl Track {
    fn note(&mut self, cycle: u32, value: Bits) {
        let is_full = self.changes.len() == CHANGES;
        match self.changes.last_mut() {
            Some((last, now)) if *last == cycle => *now = value,
            _ if is_full => self.until = self.until.min(cycle),
            _ => self.changes.push((cycle, value)),
        }
    }

    /// A key that is equal for equal tracks; `None` if there are too few changes to tell signals apart.
    pub(super) fn key(&self) -> Option<&[(u32, Bits)]> {
        (self.changes.len() >= 4).then_some(&*self.changes)
    }

    pub(super) fn agreement(&self, other: &Self) -> Agreement {
        let until = self.until.min(other.until);
        let (mut equal, mut cycles, mut now) = (0, 0, 0);
        let (mut here, mut there) = (Step::new(&self.changes), Step::new(&other.changes));
        while now < until {
            let next = here.ends().min(there.ends()).min(until);
            if let (Some(a), Some(b)) = (here.value(), there.value()) {
                cycles += next - now;
                equal += if a == b { next - now } else { 0 };
            }
            now = next;
            here.go_to(now);
            there.go_to(now);
        }
        // The first value is not a change.
        let changes = self.changes.len().min(other.changes.len()).saturating_sub(1);
        Agreement { equal, cycles, changes }
    }
}

/// A walk along the changes of a signal.
struct Step<'t> {
    changes: &'t [(u32, Bits)],
    value: Option<u64>,
}

impl<'t> Step<'t> {
    fn new(changes: &'t [(u32, Bits)]) -> Self {
        let mut step = Self { changes, value: None };
        step.go_to(0);
        step
    }

    fn ends(&self) -> u32 {
        self.changes.first().map_or(u32::MAX, |(cycle, _)| *cycle)
    }

    fn value(&self) -> Option<u64> {
        self.value
    }

    fn go_to(&mut self, cycle: u32) {
        while let Some(((_, value), rest)) = self.changes.split_first().filter(|((at, _), _)| *at <= cycle) {
            (self.value, self.changes) = (value.get(), rest);
        }
    }
}

/// The tracks of both sides, in the order of the lanes.
#[derive(Debug, Default)]
pub(super) struct Sampled {
    tracks: [Vec<Track>; 2],
}

impl Sampled {
    pub(super) fn track(&self, side: usize, lane: usize) -> Option<Track> {
        self.tracks[side].get(lane).cloned()
    }

    fn note(&mut self, side: usize, cycle: u32, changes: &[Change]) {
        for change in changes {
            if let Some(track) = self.tracks[side].get_mut(change.lane as usize) {
                track.note(cycle, change.value);
            }
        }
    }
}

/// Reads the first cycles of both sides.
pub(super) fn sampled([mut a, mut b]: [Reading; 2], lanes: [usize; 2]) -> Sampled {
    let empty = Track { changes: Vec::new(), until: u32::MAX };
    let mut sampled = Sampled { tracks: lanes.map(|lanes| vec![empty.clone(); lanes]) };
    let (mut aligner, mut cycle) = (Aligner::new(None), 0);
    while cycle < CYCLES {
        match aligner.next(&mut a, &mut b) {
            Next::Both(..) => {
                sampled.note(0, cycle, a.take());
                sampled.note(1, cycle, b.take());
                cycle += 1;
            }
            // The values remain for the next cycle that both have.
            Next::OnlyA(_) => sampled.note(0, cycle, a.take()),
            Next::OnlyB(_) => sampled.note(1, cycle, b.take()),
            Next::End => break,
        }
    }
    for track in sampled.tracks.iter_mut().flatten() {
        track.until = track.until.min(cycle);
    }
    // How the dumps end does not matter here.
    let _ = (a.end(), b.end());
    sampled
}

#[cfg(test)]
mod tests {
    use super::*;

    fn track(changes: &[(u32, u64)], until: u32) -> Track {
        Track { changes: changes.iter().map(|&(cycle, value)| (cycle, Bits::known(value))).collect(), until }
    }

    #[test]
    fn cycles_with_equal_values_are_counted() {
        let (one, other) = (track(&[(0, 1), (4, 2)], 10), track(&[(0, 1), (6, 2)], 8));
        assert_eq!(one.agreement(&other), Agreement { equal: 6, cycles: 8, changes: 1 });
        assert_eq!(other.agreement(&one), one.agreement(&other));
    }

    #[test]
    fn unknown_cycles_do_not_count() {
        let mut late = track(&[(3, 1)], 5);
        assert_eq!(late.agreement(&track(&[(0, 1)], 5)), Agreement { equal: 2, cycles: 2, changes: 0 });
        late.changes[0].1 = Bits::all_unknown(1);
        assert_eq!(late.agreement(&track(&[(0, 1)], 5)).cycles, 0);
    }
}
