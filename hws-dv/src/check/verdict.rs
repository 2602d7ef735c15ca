//! The verdict, and the exit status that it gives.

/// The verdict on one dump, or on several.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DumpVerdict {
    /// Everything that was compared is equal.
    Equal,
    /// RTL and model, or two dumps, differ.
    Differ,
    /// Equal, but a waiver has expired or is not needed.
    StaleWaiver,
    /// The dump cannot be read, is cut, or does not fit the map.
    Unreadable,
    /// Nothing was compared, or too little.
    TooLittle,
    /// Equal, but too small a part of what there is was compared.
    Partial,
}

impl DumpVerdict {
    /// Returns the exit status of the command.
    #[must_use]
    pub fn exit_status(self) -> u8 {
        match self {
            Self::Equal => 0,
            Self::Differ | Self::StaleWaiver => 1,
            Self::Unreadable => 2,
            Self::TooLittle | Self::Partial => 3,
        }
    }

    /// Returns the verdict in one word.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Equal => "equal",
            Self::Differ => "differ",
            Self::StaleWaiver => "stale_waiver",
            Self::Unreadable => "unreadable",
            Self::TooLittle => "too_little",
            Self::Partial => "partial",
        }
    }

    /// Returns the worst of several: 1, 2, 3, 0 in this order; equal if there is none.
    #[must_use]
    pub fn worst(verdicts: impl IntoIterator<Item = Self>) -> Self {
        let rank = |verdict: &Self| match verdict {
            Self::Differ => 5,
            Self::StaleWaiver => 4,
            Self::Unreadable => 3,
            Self::TooLittle => 2,
            Self::Partial => 1,
            Self::Equal => 0,
        };
        verdicts.into_iter().max_by_key(rank).unwrap_or(Self::Equal)
    }
}

#[cfg(test)]
mod tests {
    use super::DumpVerdict::{Differ, Equal, TooLittle, Unreadable};
    use super::*;

    #[test]
    fn the_worst_verdict_wins_in_the_order_1_2_3_0() {
        assert_eq!(DumpVerdict::worst([]), Equal);
        assert_eq!(DumpVerdict::worst([Equal, TooLittle]), TooLittle);
        assert_eq!(DumpVerdict::worst([TooLittle, Unreadable, Equal]), Unreadable);
        assert_eq!(DumpVerdict::worst([Unreadable, Differ, TooLittle]), Differ);
        assert_eq!([Equal, Differ, Unreadable, TooLittle].map(DumpVerdict::exit_status), [0, 1, 2, 3]);
    }
}
