//! Waivers at work: which of them cover a difference, and how often.
//!
//! A lane is judged again when it changes, or when a window opens or closes while it differs. Nothing is done for
//! cycles in which neither happens.

use std::collections::{BTreeMap, BTreeSet};

use hws_input::{did_you_mean, nearest};

use super::{Waiver, WaiverUse};
use crate::diff::DiffError;
use crate::diff::batch::Edge;
use crate::diff::options::DiffOptions;
use crate::diff::pair::Pair;
use crate::diff::skip::Window;

/// A waiver that fits no signal is a mistake in its file.
pub(in crate::diff) fn check(pairs: &[Pair], waivers: &[Waiver]) -> Result<(), DiffError> {
    let fits = |waiver: &&Waiver| pairs.iter().any(|pair| pair.is_named(&waiver.signal));
    let Some(Waiver { place, signal, .. }) = waivers.iter().find(|waiver| !fits(waiver)) else {
        return Ok(());
    };
    let meant = did_you_mean(nearest(signal, pairs.iter().map(|pair| pair.name.as_str())));
    Err(DiffError::new(format!(
        "{place}: `{signal}` fits no signal that is compared; {meant}names are those below the scopes of the report, \
         `*` is any text"
    )))
}

/// The waivers of a comparison. Expired ones have no effect.
pub(in crate::diff) struct Waivers {
    windows: Vec<Window>,
    is_open: Vec<bool>,
    /// The waivers of each lane; lanes without any are absent.
    of_lane: BTreeMap<u32, Vec<usize>>,
    /// Lanes that differ, waived or not.
    differing: BTreeSet<u32>,
    /// Lanes that are waived: by which waivers, and since which compared cycle.
    waived: BTreeMap<u32, (Vec<usize>, u64)>,
    /// For each waiver, the values that it waived in each lane.
    counts: Vec<BTreeMap<u32, u64>>,
}

impl Waivers {
    pub(in crate::diff) fn new(pairs: &[Pair], options: &DiffOptions) -> Self {
        let waivers = &options.waivers;
        let before = options.skips.iter().filter_map(super::Skip::condition).count();
        let always = super::Skip::Cycles(0, u64::MAX);
        let windows = waivers.iter().map(|waiver| waiver.when.as_ref().map_or(&always, |(_, when)| when));
        let mut of_lane: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
        for (number, waiver) in waivers.iter().enumerate().filter(|(_, waiver)| !waiver.is_expired) {
            for pair in pairs.iter().filter(|pair| !pair.is_volatile && pair.is_named(&waiver.signal)) {
                let lanes = pair.lane..pair.lane + pair.words();
                lanes.for_each(|lane| of_lane.entry(lane as u32).or_default().push(number));
            }
        }
        Self {
            windows: Window::all(windows, before),
            is_open: vec![false; waivers.len()],
            of_lane,
            differing: BTreeSet::new(),
            waived: BTreeMap::new(),
            counts: vec![BTreeMap::new(); waivers.len()],
        }
    }

    /// Looks at the windows of the next cycle; returns the lanes that must be judged again.
    pub(in crate::diff) fn advance(&mut self, cycle: u64, edge: &Edge) -> impl Iterator<Item = u32> {
        let mut has_changed = false;
        for (window, is_open) in self.windows.iter_mut().zip(&mut self.is_open) {
            let now = window.covers(cycle, edge);
            has_changed |= std::mem::replace(is_open, now) != now;
        }
        let again = if has_changed { self.differing.clone() } else { BTreeSet::new() };
        again.into_iter()
    }

    /// Judges a lane before the next compared cycle, the `cycles`-th; returns whether a difference is waived.
    pub(in crate::diff) fn judge(&mut self, lane: u32, differs: bool, cycles: u64) -> bool {
        let Some(all) = self.of_lane.get(&lane) else { return false };
        let by: Vec<usize> =
            if differs { all.iter().copied().filter(|it| self.is_open[*it]).collect() } else { Vec::new() };
        if differs {
            self.differing.insert(lane);
        } else {
            self.differing.remove(&lane);
        }
        self.release(lane, cycles);
        let is_waived = !by.is_empty();
        if is_waived {
            self.waived.insert(lane, (by, cycles));
        }
        is_waived
    }

    fn release(&mut self, lane: u32, cycles: u64) {
        if let Some((by, since)) = self.waived.remove(&lane)
            && cycles > since
        {
            by.into_iter().for_each(|waiver| *self.counts[waiver].entry(lane).or_default() += cycles - since);
        }
    }

    /// Counts what is waived at the end.
    pub(in crate::diff) fn close(&mut self, cycles: u64) {
        let lanes: Vec<u32> = self.waived.keys().copied().collect();
        lanes.into_iter().for_each(|lane| self.release(lane, cycles));
    }

    /// What each waiver has done; `name` gives the signal of a lane.
    pub(in crate::diff) fn uses(&self, waivers: &[Waiver], name: impl Fn(u32) -> String) -> Vec<WaiverUse> {
        let of = |(waiver, counts): (&Waiver, &BTreeMap<u32, u64>)| {
            let mut signals: Vec<(String, u64)> = Vec::new();
            for (lane, count) in counts {
                match (name(*lane), signals.last_mut()) {
                    (name, Some((last, sum))) if *last == name => *sum += count,
                    (name, _) => signals.push((name, *count)),
                }
            }
            WaiverUse { waiver: waiver.clone(), signals }
        };
        waivers.iter().zip(&self.counts).map(of).collect()
    }
}
