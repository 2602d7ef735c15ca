//! Which fault strikes when.

use std::collections::BTreeMap;
use std::num::NonZeroU32;
use std::ops::Range;

use fw_api::Occasions;

use super::{Chance, FaultKind};

/// Which kinds strike, at which of their occasions, and by how much late reports and messages are late.
///
/// ```
/// use hws_sim::fault::{FaultKind, FaultPlan};
///
/// let plan = FaultPlan::new()
///     .with_fault_at(FaultKind::LostReport, 2..3) // the third report
///     .with_rate(FaultKind::BusFault, 1000.try_into()?, 7) // one access of a thousand, random seed 7
///     .with_delay(500);
/// # Ok::<(), std::num::TryFromIntError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FaultPlan {
    occasions: BTreeMap<FaultKind, Occasions>,
    delay: u64,
}

/// Long enough for an attempt to fall between.
const DELAY: u64 = 200;

impl Default for FaultPlan {
    fn default() -> Self {
        Self::new()
    }
}

impl FaultPlan {
    /// A plan without faults.
    #[must_use]
    pub const fn new() -> Self {
        Self { occasions: BTreeMap::new(), delay: DELAY }
    }

    /// The kind strikes at the occasions with these numbers, counted from 0, and nowhere else.
    #[must_use]
    pub fn with_fault_at(self, kind: FaultKind, numbers: Range<u64>) -> Self {
        self.with(kind, Occasions::with_chosen(numbers))
    }

    /// The kind strikes at about one of `one_in` occasions. The same seed can serve all kinds: each has numbers of its
    /// own.
    #[must_use]
    pub fn with_rate(self, kind: FaultKind, one_in: NonZeroU32, seed: u64) -> Self {
        self.with_chance(kind, Chance::one_in(one_in), seed)
    }

    /// The kind strikes with this chance at each of its occasions. The same seed can serve all kinds, as in
    /// [`with_rate`](Self::with_rate).
    #[must_use]
    pub fn with_chance(self, kind: FaultKind, chance: Chance, seed: u64) -> Self {
        let place = FaultKind::ALL.iter().position(|&other| other == kind).unwrap_or(0);
        // Seeds far from each other, as those of neighbours give the same sequence one step apart.
        self.with(kind, chance.occasions(seed ^ (place as u64 + 1) << 56))
    }

    /// Late reports and messages are late by this many cycles, 200 unless told; 0 counts as 1. A reordered report is late
    /// by as many at most.
    #[must_use]
    pub fn with_delay(mut self, cycles: u64) -> Self {
        self.delay = cycles.max(1);
        self
    }

    fn with(mut self, kind: FaultKind, occasions: Occasions) -> Self {
        self.occasions.insert(kind, occasions);
        self
    }

    pub(super) fn occasions(&self, kind: FaultKind) -> Occasions {
        self.occasions.get(&kind).cloned().unwrap_or_default()
    }

    pub(super) const fn delay(&self) -> u64 {
        self.delay
    }
}
