//! Numbers of a page: short, and the same for the same values.

use serde::{Serialize, Serializer};

use crate::sweep::Sample;

/// A number, rounded to thousandths; whole numbers are written without a point.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Figure(pub(super) f64);

impl Serialize for Figure {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let rounded = (self.0 * 1000.0).round() / 1000.0;
        match rounded.fract() == 0.0 && rounded.abs() < hws_page::EXACT_BELOW as f64 {
            true => serializer.serialize_i64(rounded as i64),
            false => serializer.serialize_f64(rounded),
        }
    }
}

/// A mean and half the width of its interval; null for a single value.
pub(super) type Interval = (Figure, Option<Figure>);

/// Returns the mean and the interval of a sample.
pub(super) fn interval(sample: &Sample) -> Interval {
    (Figure(sample.mean), sample.half_width.map(Figure))
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case(3.0, "3")]
    #[case(-0.0, "0")]
    #[case(-2.5, "-2.5")]
    #[case(1.0 / 3.0, "0.333")]
    #[case(2.9996, "3")]
    #[case(1e300, "1e+300")]
    fn figures(#[case] value: f64, #[case] text: &str) {
        assert_eq!(serde_json::to_string(&Figure(value)).unwrap(), text);
    }
}
