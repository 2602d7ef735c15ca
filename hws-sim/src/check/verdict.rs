//! The verdict on a checked run.

use std::fmt;

use hws_types::Cycle;

use super::Violation;

/// The first violation and the number of further ones, or that every invariant held.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Verdict {
    /// The first violation.
    pub first: Option<Violation>,
    /// The number of further violations.
    pub more: u64,
    /// The last cycle checked.
    pub cycles: Cycle,
    /// The number of states checked.
    pub states: u64,
    /// Every violation: a test alters one fact, which may violate several clauses.
    #[cfg(test)]
    pub(super) all: Vec<Violation>,
}

impl Verdict {
    /// Returns whether every invariant held.
    #[must_use]
    pub const fn holds(&self) -> bool {
        self.first.is_none()
    }

    pub(super) fn note(&mut self, violation: Violation) {
        #[cfg(test)]
        self.all.push(violation.clone());
        if self.first.is_none() {
            self.first = Some(violation);
        } else {
            self.more += 1;
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.first {
            None => {
                let (cycles, states) = (grouped(self.cycles.0), grouped(self.states));
                write!(f, "I1-I9, I11, I13 hold: {cycles} cycles, {states} states checked")
            }
            Some(first) if self.more == 0 => first.fmt(f),
            Some(first) => write!(f, "{first}; {} more followed", grouped(self.more)),
        }
    }
}

/// A number with a comma every three digits.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let from_end = |place: usize| digits.len() - place;
    let separated = digits.char_indices().flat_map(|(place, digit)| {
        let comma = (place > 0 && from_end(place).is_multiple_of(3)).then_some(',');
        comma.into_iter().chain([digit])
    });
    separated.collect()
}

#[cfg(test)]
mod tests {
    use super::grouped;

    #[test]
    fn numbers_have_a_comma_every_three_digits() {
        let shown = [0, 12, 412, 7963, 100_000, 1_234_567].map(grouped);
        assert_eq!(shown, ["0", "12", "412", "7,963", "100,000", "1,234,567"]);
    }
}
