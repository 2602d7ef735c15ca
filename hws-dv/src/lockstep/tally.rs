//! What was compared, and what was not.

use crate::map::{Binding, SignalTarget};

/// The counts of a lock-step.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Clock edges, those in reset included.
    pub edges: u64,
    /// Ticks that agreed.
    pub ticks: u64,
    /// Bus accesses that agreed.
    pub accesses: u64,
    /// HDR pushes that agreed.
    pub pushes: u64,
    /// Values compared.
    pub compared: u64,
    /// Values not compared because of unknown bits, by the place of the target.
    pub unknown: Vec<u64>,
    /// Whether a value of the target was ever known when it was to be compared, by its place.
    pub(super) was_known: Vec<bool>,
}

impl Tally {
    pub(super) fn new(binding: &Binding) -> Self {
        let targets = binding.targets.len();
        Self { unknown: vec![0; targets], was_known: vec![false; targets], ..Self::default() }
    }

    /// Returns the number of values that were not compared because of unknown bits.
    #[must_use]
    pub fn not_compared(&self) -> u64 {
        self.unknown.iter().sum()
    }

    /// What was known in another count was known.
    pub(super) fn was_known_as(&mut self, other: &Self) {
        self.was_known.iter_mut().zip(&other.was_known).for_each(|(known, other)| *known |= other);
    }

    /// Returns the signals that were to be compared, and were unknown every time.
    pub fn never_known<'t>(&'t self, targets: &'t [SignalTarget]) -> impl Iterator<Item = SignalTarget> + 't {
        let places = self.unknown.iter().zip(&self.was_known);
        let never = |(target, (count, was_known)): (&SignalTarget, (&u64, &bool))| {
            (*count > 0 && !was_known).then_some(*target)
        };
        targets.iter().zip(places).filter_map(never)
    }

    /// Returns the signals with unknown values, and how many.
    pub fn unknown_signals<'t>(
        &'t self,
        targets: &'t [SignalTarget],
    ) -> impl Iterator<Item = (SignalTarget, u64)> + 't {
        targets.iter().copied().zip(self.unknown.iter().copied()).filter(|(_, count)| *count > 0)
    }
}
