//! How much of the register map a comparison has seen.

use std::fmt;

use hws_input::grouped;
use hws_regs::RegId;

use crate::lockstep::Tally;
use crate::map::{Binding, SignalTarget, is_constant};

/// The percentage of the register bits that is enough, if nobody says otherwise.
pub const DEFAULT_MIN_COVERAGE: u8 = 90;

/// The bits of a whole that were compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ComparedBits {
    /// Those that were compared, and known at least once.
    pub compared: u64,
    /// All of them.
    pub of: u64,
}

impl ComparedBits {
    /// Returns the tenths of a percent, rounded down; 1000 of nothing.
    #[must_use]
    pub fn permille(self) -> u64 {
        (u128::from(self.compared) * 1000)
            .checked_div(u128::from(self.of))
            .map_or(1000, |tenths| tenths as u64)
    }

    /// Returns whether at least this percentage was compared.
    #[must_use]
    pub fn reaches(self, percent: u8) -> bool {
        u128::from(self.compared) * 100 >= u128::from(self.of) * u128::from(percent)
    }

    /// Returns the percentage, with one digit after the point.
    #[must_use]
    pub fn percent(self) -> String {
        format!("{}.{}", self.permille() / 10, self.permille() % 10)
    }
}

impl fmt::Display for ComparedBits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {} ({} %)", grouped(self.compared), grouped(self.of), self.percent())
    }
}

/// A signal with fewer bits than what it is compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NarrowSignal {
    /// What it is compared with.
    pub target: SignalTarget,
    /// The bits that are compared.
    pub bits: u32,
    /// The bits that there are.
    pub of: u32,
}

impl fmt::Display for NarrowSignal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({} of {} bits)", self.target.name(), self.bits, self.of)
    }
}

/// The bits of the map's registers that were compared. Constants and the counter of ticks are not among them: no dump
/// needs to have them.
pub(super) fn register_bits(binding: &Binding, tally: &Tally) -> ComparedBits {
    let mut bits = ComparedBits::default();
    for (place, target) in binding.targets.iter().enumerate() {
        let SignalTarget::Register(id) = *target else { continue };
        if is_constant(id) || matches!(id, RegId::CntCycleLo | RegId::CntCycleHi) {
            continue;
        }
        bits.of += u64::from(target.bits().count_ones());
        if tally.was_known(place) {
            bits.compared += u64::from(binding.compared_bits(place).count_ones());
        }
    }
    bits
}

/// The signals that are compared with more bits than they have.
pub(super) fn narrow(binding: &Binding) -> Vec<NarrowSignal> {
    let narrow = |(place, &target): (usize, &SignalTarget)| {
        let (bits, of) = (binding.compared_bits(place).count_ones(), target.bits().count_ones());
        (binding.compares(place) && bits < of).then_some(NarrowSignal { target, bits, of })
    };
    binding.targets.iter().enumerate().filter_map(narrow).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_percentage_is_rounded_down_and_compared_exactly() {
        let bits = ComparedBits { compared: 899, of: 1000 };
        assert_eq!((bits.percent().as_str(), bits.reaches(90), bits.reaches(89)), ("89.9", false, true));
        let bits = ComparedBits { compared: 90, of: 100 };
        assert!(bits.reaches(90) && !bits.reaches(91));
        assert_eq!(ComparedBits { compared: 2, of: 3 }.to_string(), "2 of 3 (66.6 %)");
        assert!(ComparedBits::default().reaches(100), "nothing is all of nothing");
    }
}
