//! Attempts that fail one after the other while nothing else happens, as one value.

use hws_regs::params;
use hws_types::Cycle;

/// Attempts that fail back to back, with nothing else between their COMMITs.
///
/// ```
/// use hws_model::FailedAttempts;
/// use hws_types::Cycle;
///
/// let failed = FailedAttempts { first: Cycle(100), count: 3 };
/// assert_eq!(failed.last(), Cycle(100 + 2 * 48));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FailedAttempts {
    /// The cycle of the first COMMIT; the others follow ATTEMPT_CYCLES apart.
    pub first: Cycle,
    /// The number of attempts, at least 1.
    pub count: u64,
}

impl FailedAttempts {
    /// Returns the cycle of the last COMMIT, and of the LATCH of the attempt that follows, which fails as well if nothing
    /// changes.
    #[must_use]
    pub const fn last(self) -> Cycle {
        self.first.after(self.count.saturating_sub(1).saturating_mul(params::ATTEMPT_CYCLES as u64))
    }
}
