//! A named signal of a dump.

use super::SignalId;

/// A named signal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// The number of its scope in [`Hierarchy::scopes`](super::Hierarchy::scopes).
    pub scope: u32,
    /// Its normalised name, without the scope.
    pub name: String,
    /// The number of bits; 0 for a real, a string or an event.
    pub width: u32,
    /// The declared range, as in `[7:0]` or `[0:7]`, if there is one.
    pub range: Option<(i32, i32)>,
    /// What its values are.
    pub kind: VariableKind,
    /// The signal whose value it shows.
    pub id: SignalId,
}

/// What the values of a variable are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VariableKind {
    /// A vector of declared width.
    Vector,
    /// A column or word of a table, which has no declared width: the width is that of the longest value, and
    /// `needed` bits are enough for its known bits.
    Digits {
        /// The position of the highest known 1 of all values, plus one; at least 1.
        needed: u32,
    },
    /// A floating-point number, delivered as the bits of an `f64`.
    Real,
    /// A string or an event, which are never compared.
    Other,
}

impl Variable {
    /// Returns the bit, counted from the lowest, that an index of the declared range means; without a range, index 0
    /// is the lowest bit.
    #[must_use]
    pub fn bit(&self, index: i64) -> Option<u32> {
        let (left, right) = self.range.unwrap_or((self.width as i32 - 1, 0));
        bit_in_range((left, right), index).filter(|bit| *bit < self.width)
    }
}

/// The bit, counted from the right, that an index of a range means.
pub(crate) fn bit_in_range((left, right): (i32, i32), index: i64) -> Option<u32> {
    let (left, right) = (i64::from(left), i64::from(right));
    let bit = if left >= right { index - right } else { right - index };
    u32::try_from(bit).ok().filter(|bit| i64::from(*bit) <= left.abs_diff(right) as i64)
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::bit_in_range;

    #[rstest]
    #[case((7, 0), 0, Some(0))]
    #[case((7, 0), 8, None)]
    #[case((0, 7), 0, Some(7))]
    #[case((0, 7), 7, Some(0))]
    #[case((-1, -4), -4, Some(0))]
    #[case((-4, -1), -4, Some(3))]
    #[case((15, 8), 7, None)]
    fn an_index_counts_from_the_right_end(
        #[case] range: (i32, i32),
        #[case] index: i64,
        #[case] bit: Option<u32>,
    ) {
        assert_eq!(bit_in_range(range, index), bit);
    }
}
