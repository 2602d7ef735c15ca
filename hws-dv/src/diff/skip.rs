//! Windows of cycles, for `--skip` and for waivers.

use super::batch::Edge;
use super::options::Skip;

/// A window, with what it has seen.
#[derive(Debug)]
pub(super) struct Window {
    skip: Skip,
    /// Its condition among those of the edge.
    bit: u64,
    has_held: bool,
}

impl Window {
    /// The windows, whose conditions follow the first `before` ones of a side.
    pub(super) fn all<'s>(skips: impl Iterator<Item = &'s Skip>, before: usize) -> Vec<Self> {
        let mut next = before;
        let window = |skip: &Skip| {
            let bit = if skip.condition().is_some() { 1 << next } else { 0 };
            next += usize::from(bit != 0);
            Self { skip: skip.clone(), bit, has_held: false }
        };
        skips.map(window).collect()
    }

    /// Whether it covers the cycle, at this edge of A; to be called for every cycle.
    pub(super) fn covers(&mut self, cycle: u64, edge: &Edge) -> bool {
        let holds = edge.conditions & self.bit != 0;
        self.has_held |= holds;
        match self.skip {
            Skip::Cycles(from, to) => (from..=to).contains(&cycle),
            Skip::Times(from, to) => (from..=to).contains(&edge.time),
            // Times have been replaced by stamps before.
            Skip::Span(..) => false,
            Skip::While(_) => holds,
            Skip::Until(_) => !self.has_held,
            Skip::After(_) => self.has_held,
        }
    }
}

/// The cycles that are not compared.
#[derive(Debug)]
pub(super) struct Skips(Vec<Window>);

impl Skips {
    pub(super) fn new(skips: &[Skip]) -> Self {
        Self(Window::all(skips.iter(), 0))
    }

    /// Whether the cycle, at this edge of A, is skipped.
    pub(super) fn cover(&mut self, cycle: u64, edge: &Edge) -> bool {
        let covered = self.0.iter_mut().filter_map(|window| window.covers(cycle, edge).then_some(()));
        // Every window has to see the edge.
        covered.count() > 0
    }
}
