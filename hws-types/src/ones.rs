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
