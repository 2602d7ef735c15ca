//! The verdict on a checked run.

use std::fmt;

use hws_input::grouped;
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
