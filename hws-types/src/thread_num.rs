//! The number of SIPs of a block: the nine legal sizes, their classes and slots (scheduler.md §0).

use core::fmt;

use crate::SipMask;

/// A legal thread_num: 1, 2, 3, 4, 6, 8, 9, 12 or 16.
///
/// ```
/// use hws_types::ThreadNum;
/// let six = ThreadNum::new(6).unwrap();
/// assert_eq!((six.class(), six.slot()), (3, 8));
/// assert!(ThreadNum::new(5).is_none());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(try_from = "u32", into = "u32")
)]
pub struct ThreadNum(u8);

impl ThreadNum {
    /// Every legal value, ascending.
    pub const ALL: [Self; 9] =
        [Self(1), Self(2), Self(3), Self(4), Self(6), Self(8), Self(9), Self(12), Self(16)];

    /// One SIP.
    pub const ONE: Self = Self(1);

    /// Returns the thread count, or `None` if it is not one of the nine.
    #[must_use]
    pub const fn new(value: u32) -> Option<Self> {
        match value {
            1 | 2 | 3 | 4 | 6 | 8 | 9 | 12 | 16 => Some(Self(value as u8)),
            _ => None,
        }
    }

    /// Returns the value as a number.
    #[must_use]
    pub const fn get(self) -> u32 {
        self.0 as u32
    }

    /// `class(t)`, which selects the usage mask, 0..=4: {1}, {2}, {3, 4}, {6, 8}, {9, 12, 16}.
    #[must_use]
    pub const fn class(self) -> usize {
        match self.0 {
            1 => 0,
            2 => 1,
            3 | 4 => 2,
            6 | 8 => 3,
            _ => 4,
        }
    }

    /// `slot(t)`, the smallest power of two ≥ t. Blocks start at multiples of it.
    #[must_use]
    pub const fn slot(self) -> u32 {
        self.get().next_power_of_two()
    }

    /// `ones(t)`: the t lowest SIPs.
    #[must_use]
    pub const fn ones(self) -> SipMask {
        SipMask((1 << self.get()) - 1)
    }

    /// Returns whether the search for a block starts at the highest position (t ≤ 4, scheduler.md §5.2).
    #[must_use]
    pub const fn searches_downwards(self) -> bool {
        self.0 <= 4
    }
}

/// One SIP.
impl Default for ThreadNum {
    fn default() -> Self {
        Self::ONE
    }
}

impl From<ThreadNum> for u32 {
    fn from(threads: ThreadNum) -> Self {
        threads.get()
    }
}

impl TryFrom<u32> for ThreadNum {
    type Error = IllegalThreadNum;
    fn try_from(value: u32) -> Result<Self, Self::Error> {
        Self::new(value).ok_or(IllegalThreadNum)
    }
}

/// A number of SIPs that no block has.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct IllegalThreadNum;

impl fmt::Display for IllegalThreadNum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("thread_num must be one of 1, 2, 3, 4, 6, 8, 9, 12, 16")
    }
}

impl core::error::Error for IllegalThreadNum {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_and_slots_are_those_of_section_0() {
        let table = ThreadNum::ALL.map(|t| (t.get(), t.class(), t.slot()));
        assert_eq!(
            table,
            [
                (1, 0, 1),
                (2, 1, 2),
                (3, 2, 4),
                (4, 2, 4),
                (6, 3, 8),
                (8, 3, 8),
                (9, 4, 16),
                (12, 4, 16),
                (16, 4, 16)
            ]
        );
    }

    #[test]
    fn all_is_exactly_what_new_accepts() {
        let accepted = (0..=40).filter_map(ThreadNum::new);
        assert!(accepted.eq(ThreadNum::ALL));
    }
}
