//! Sets that are the bits of a word.

/// Returns the positions of the ones in a word, ascending.
///
/// ```
/// assert!(hws_types::ones(0b1001_0010).eq([1, 4, 7]));
/// ```
#[inline]
pub fn ones(mut word: u64) -> impl Iterator<Item = u32> + Clone {
    core::iter::from_fn(move || {
        let position = word.trailing_zeros();
        word &= word.wrapping_sub(1);
        (position < u64::BITS).then_some(position)
    })
}

/// The position of the lowest one in a word, and the word without it; `None` for 0. That the word is not 0 spares every
/// use of the position a comparison.
#[inline]
pub(crate) const fn lowest(word: u32) -> Option<(u32, u32)> {
    match core::num::NonZeroU32::new(word) {
        Some(ones) => Some((ones.trailing_zeros(), word & (word - 1))),
        None => None,
    }
}
