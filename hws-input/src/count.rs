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
