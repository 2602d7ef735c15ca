//! When something happens: never, at chosen occasions, or at random from a seed.

use core::num::NonZeroU32;
use core::ops::Range;

/// Decides at each occasion whether something happens, without a clock: the same value decides the same.
///
/// ```
/// use fw_api::Occasions;
///
/// let mut third = Occasions::with_chosen(2..3);
/// assert_eq!([(); 4].map(|()| third.strikes().is_some()), [false, false, true, false]);
/// assert_eq!((third.seen(), third.struck()), (4, 1));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Occasions {
    when: When,
    seen: u64,
    struck: u64,
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
enum When {
    #[default]
    Never,
    Chosen(Range<u64>),
    Seeded {
        state: u64,
        strikes: u32,
        of: NonZeroU32,
    },
}

impl Occasions {
    /// Nothing ever happens.
    #[must_use]
    pub const fn new() -> Self {
        Self::with(When::Never)
    }

    /// It happens at the occasions with these numbers, counted from 0.
    #[must_use]
    pub const fn with_chosen(numbers: Range<u64>) -> Self {
        Self::with(When::Chosen(numbers))
    }

    /// It happens at about one of `one_in` occasions, drawn from `seed`.
    #[must_use]
    pub const fn with_seed(seed: u64, one_in: NonZeroU32) -> Self {
        Self::with_chance(seed, 1, one_in)
    }

    /// It happens at about `strikes` of `of` occasions, drawn from `seed`; at all of them if `strikes` is not less.
    #[must_use]
    pub const fn with_chance(seed: u64, strikes: u32, of: NonZeroU32) -> Self {
        Self::with(When::Seeded { state: seed, strikes, of })
    }

    const fn with(when: When) -> Self {
        Self { when, seen: 0, struck: 0 }
    }

    /// The next occasion. If it happens, the answer is a number that decides how: the number drawn, or for a chosen
    /// occasion one whose top bit is set if the number of the occasion is odd.
    pub fn strikes(&mut self) -> Option<u64> {
        let number = self.seen;
        self.seen = self.seen.saturating_add(1);
        let drawn = match &mut self.when {
            When::Never => None,
            When::Chosen(numbers) => numbers.contains(&number).then_some(number.rotate_right(1)),
            // The lower half decides whether it happens, so that the upper half can decide how.
            When::Seeded { state, strikes, of } => Some(draw(state))
                .filter(|&drawn| (drawn as u32).checked_rem(of.get()).is_some_and(|drawn| drawn < *strikes)),
        };
        self.struck = self.struck.saturating_add(u64::from(drawn.is_some()));
        drawn
    }

    /// Returns the number of occasions so far.
    #[must_use]
    pub const fn seen(&self) -> u64 {
        self.seen
    }

    /// Returns the number of occasions at which it happened.
    #[must_use]
    pub const fn struck(&self) -> u64 {
        self.struck
    }
}

/// Returns the next number of the SplitMix64 sequence.
const fn draw(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mixed = (*state ^ (*state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ (mixed >> 31)
}
