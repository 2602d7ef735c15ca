//! Numbers of things, in words.

use std::fmt::Display;

/// Returns a number with its noun, which has a regular plural: `1 run`, `2 runs`.
///
/// ```
/// use hws_input::counted;
///
/// assert_eq!([0, 1, 2].map(|runs| counted(runs, "run")), ["0 runs", "1 run", "2 runs"]);
/// ```
pub fn counted<T: Display + PartialEq + From<bool>>(count: T, thing: &str) -> String {
    let plural = if count == T::from(true) { "" } else { "s" };
    format!("{count} {thing}{plural}")
}

/// Returns a number with a comma every three digits.
///
/// ```
/// use hws_input::grouped;
///
/// assert_eq!([0, 999, 1000, 1_234_567].map(grouped), ["0", "999", "1,000", "1,234,567"]);
/// ```
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let from_end = |place: usize| digits.len() - place;
    let separated = digits.char_indices().flat_map(|(place, digit)| {
        let comma = (place > 0 && from_end(place).is_multiple_of(3)).then_some(',');
        comma.into_iter().chain([digit])
    });
    separated.collect()
}
