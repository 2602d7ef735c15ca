//! JSON numbers: 64-bit integers are exact, all others are floating-point.

use serde_json::Number;
use std::cmp::Ordering;

/// The order of two numbers; exact when both are integers.
pub(crate) fn compare(one: &Number, other: &Number) -> Ordering {
    match (integer(one), integer(other)) {
        (Some(one), Some(other)) => one.cmp(&other),
        _ => float(one).total_cmp(&float(other)),
    }
}

/// Whether the number has no fraction, however it is written.
pub(crate) fn is_integer(number: &Number) -> bool {
    integer(number).is_some()
}

/// Whether `number` is a multiple of `of`, an integer.
pub(crate) fn is_multiple(number: &Number, of: &Number) -> bool {
    let of =
        integer(of).filter(|of| *of > 0).unwrap_or_else(|| panic!("multiples of {of} are not implemented"));
    integer(number).is_some_and(|number| number % of == 0)
}

/// The value of a number without a fraction.
fn integer(number: &Number) -> Option<i128> {
    number.as_i128().or_else(|| without_fraction(float(number)))
}

#[expect(clippy::cast_possible_truncation, reason = "the bounds are checked")]
fn without_fraction(value: f64) -> Option<i128> {
    let is_whole = value.fract() == 0.0 && value.abs() < 2_f64.powi(100);
    is_whole.then_some(value as i128)
}

fn float(number: &Number) -> f64 {
    number.as_f64().expect("every number is a float")
}
