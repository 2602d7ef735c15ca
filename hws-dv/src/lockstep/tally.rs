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
    /// The bits of these values that have a meaning.
    pub compared_bits: u64,
    /// Values that differed as it was known: they are not among those compared.
    pub known_to_differ: u64,
    /// Edges after a difference, before model and dump agreed again: nothing of them is counted.
    pub unsettled_edges: u64,
    /// Values not compared because of unknown bits, by the place of the target.
    pub unknown: Vec<u64>,
    /// Whether a value of the target was ever known when it was to be compared, by its place.
    pub(super) was_known: Vec<bool>,
    /// The bits of a value of the target, by its place.
    pub(super) bits: Vec<u8>,
}

impl Tally {
    pub(super) fn new(binding: &Binding) -> Self {
        let targets = binding.targets.len();
        let bits = (0..targets).map(|place| binding.compared_bits(place).count_ones() as u8).collect();
        Self { unknown: vec![0; targets], was_known: vec![false; targets], bits, ..Self::default() }
    }

    /// Counts values, and their bits.
    pub(super) fn count(&mut self, values: u64, bits: u64) {
        self.compared += values;
        self.compared_bits += bits;
    }

    /// A value of the target that was counted differs as it is known.
    pub(super) fn known_to_differ(&mut self, place: Option<usize>) {
        let bits = place.and_then(|place| self.bits.get(place)).copied().unwrap_or_default();
        self.compared = self.compared.saturating_sub(1);
        self.compared_bits = self.compared_bits.saturating_sub(bits.into());
        self.known_to_differ += 1;
    }

    /// Counts a value of the target.
    pub(super) fn count_one(&mut self, place: usize) {
        self.count(1, self.bits[place].into());
        self.was_known[place] = true;
    }

    /// Returns whether a value of the target at this place was compared.
    #[must_use]
    pub fn was_known(&self, place: usize) -> bool {
        self.was_known[place]
    }

    /// Returns the number of values that were not compared because of unknown bits.
    #[must_use]
    pub fn not_compared(&self) -> u64 {
        self.unknown.iter().sum()
    }

    /// Adds what another part of the same dump counted.
    pub(crate) fn add(&mut self, other: &Self) {
        self.edges += other.edges;
        self.ticks += other.ticks;
        self.accesses += other.accesses;
        self.pushes += other.pushes;
        self.count(other.compared, other.compared_bits);
        self.known_to_differ += other.known_to_differ;
        self.unsettled_edges += other.unsettled_edges;
        self.unknown.iter_mut().zip(&other.unknown).for_each(|(count, other)| *count += other);
        self.was_known_as(other);
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
