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
}

impl Tally {
    pub(super) fn new(binding: &Binding) -> Self {
        Self { unknown: vec![0; binding.targets.len()], ..Self::default() }
    }

    /// Returns the number of values that were not compared because of unknown bits.
    #[must_use]
    pub fn not_compared(&self) -> u64 {
        self.unknown.iter().sum()
    }

    /// Returns the signals with unknown values, and how many.
    pub fn unknown_signals<'t>(
        &'t self,
        targets: &'t [SignalTarget],
    ) -> impl Iterator<Item = (SignalTarget, u64)> + 't {
        targets.iter().copied().zip(self.unknown.iter().copied()).filter(|(_, count)| *count > 0)
    }
}
