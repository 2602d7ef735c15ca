//! Which kinds of values can be compared, and in how many bits.

use super::{Names, Source};
use crate::wave::VariableKind;

/// The values of one side of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    width: u32,
    kind: VariableKind,
}

impl Shape {
    pub(super) fn of(names: &Names<'_>, source: &Source) -> Self {
        match source {
            Source::Whole(number) => {
                let variable = names.variable(*number);
                Self { width: variable.width, kind: variable.kind }
            }
            Source::Bit(..) => Self { width: 1, kind: VariableKind::Vector },
            Source::Bits(bits) => Self { width: bits.len() as u32, kind: VariableKind::Vector },
        }
    }

    /// The width in which both are compared, and whether they are reals; `None` if they cannot be compared.
    pub(super) fn with(self, other: Self) -> Option<(u32, bool)> {
        use VariableKind::{Digits, Real, Vector};
        match (self.kind, other.kind) {
            (Real, Real | Digits { .. }) | (Digits { .. }, Real) => Some((64, true)),
            (Digits { needed }, Vector) => Some((needed.max(other.width), false)),
            (Vector, Digits { needed }) => Some((needed.max(self.width), false)),
            (Vector | Digits { .. }, Vector | Digits { .. }) => Some((self.width.max(other.width), false)),
            _ => None,
        }
        .filter(|(width, _)| *width > 0)
    }

    /// The declared width, or that of the values.
    pub(super) fn bits(self) -> u32 {
        match self.kind {
            VariableKind::Digits { needed } => needed,
            _ => self.width,
        }
    }

    /// Whether upper bits of one side count as 0: columns and words without a declared width may be narrower.
    pub(super) fn differs_from(self, other: Self) -> bool {
        use VariableKind::Digits;
        match (self.kind, other.kind) {
            (Digits { .. }, Digits { .. }) => false,
            (Digits { needed }, _) => needed > other.width,
            (_, Digits { needed }) => needed > self.width,
            _ => self.width != other.width,
        }
    }
}
