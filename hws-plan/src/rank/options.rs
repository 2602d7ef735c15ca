//! The options of the rank mode.

use super::input::Scale;
use super::place::PlaceMethod;

/// What to compute beside the ranks; each option overrides the input.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RankOptions {
    /// How ranks become priorities; by default as in the input, or unchanged.
    pub scale: Option<Scale>,
    /// Processors, 1 to 65536; by default as in the input.
    pub pes: Option<u32>,
    /// The method; by default `best` if the number of processors is given, or else only HEFT.
    pub method: Option<PlaceMethod>,
    /// Whether to look for an optimal schedule, and the largest number of nodes of the search.
    pub optimal: Option<u64>,
}

impl RankOptions {
    /// Options with a scale only.
    #[must_use]
    pub fn scaled(scale: Scale) -> Self {
        Self { scale: Some(scale), ..Self::default() }
    }

    /// Returns whether they ask for a schedule.
    pub(super) fn wants_schedule(&self) -> bool {
        self.pes.is_some() || self.method.is_some() || self.optimal.is_some()
    }
}
