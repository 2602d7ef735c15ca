//! Means over the seeds of one setting, with confidence intervals.
//!
//! The interval is that of Student's t: mean ± t(97.5 %, n - 1) × s / √n, where s² is the sum of squared
//! deviations over n - 1. It contains the true mean in 95 of 100 sweeps if the values are about normally
//! distributed; a single value has no interval. The median of an even number of values is the mean of the
//! middle two. Everything is computed in the order of the values, so that the same sweep gives the same bits.
//! No other part of a sweep uses floating point; no run depends on it.

use schemars::JsonSchema;
use serde::Serialize;
use statrs::distribution::{ContinuousCDF, StudentsT};

/// The quantile of the intervals: 95 % confidence is 97.5 % on each side.
const SIDE: f64 = 0.975;

/// The statistics of some values.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Sample {
    /// The number of values, at least one.
    pub n: usize,
    /// Their mean.
    pub mean: f64,
    /// Half the width of the 95 % confidence interval of the mean; null for one value.
    pub half_width: Option<f64>,
    /// Their median.
    pub median: f64,
}

impl Sample {
    /// Computes the statistics of these values; none without a value.
    #[must_use]
    pub fn from_values(values: &[f64]) -> Option<Self> {
        if values.is_empty() {
            return None;
        }
        let n = values.len();
        let mean = values.iter().sum::<f64>() / n as f64;
        Some(Self { n, mean, half_width: half_width(values, mean), median: median(values) })
    }

    /// Returns the factor of an interval: the 97.5 % quantile of Student's t with this many degrees of freedom, at least 1.
    pub(super) fn quantile(freedom: usize) -> Option<f64> {
        student_t(freedom)
    }
}

fn half_width(values: &[f64], mean: f64) -> Option<f64> {
    let n = values.len() as f64;
    let squares: f64 = values.iter().map(|value| (value - mean) * (value - mean)).sum();
    let t = student_t(values.len().checked_sub(2)? + 1)?;
    Some(t * (squares / (n - 1.0)).sqrt() / n.sqrt())
}

/// The 97.5 % quantile of Student's t with `freedom` degrees of freedom, at least 1.
fn student_t(freedom: usize) -> Option<f64> {
    let distribution = StudentsT::new(0.0, 1.0, freedom as f64).ok()?;
    Some(distribution.inverse_cdf(SIDE))
}

fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let middle = sorted.len() / 2;
    match sorted.len() % 2 {
        1 => sorted[middle],
        _ => (sorted[middle - 1] + sorted[middle]) / 2.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    fn is_close(value: f64, expected: f64) -> bool {
        (value - expected).abs() <= expected.abs() * 1e-9
    }

    /// The quantiles that have a closed form, p = 0.975: one degree of freedom, tan(π (p - 1/2)); two,
    /// (2p - 1) / √(2p (1 - p)); four, 2 √(cos(arccos(√a) / 3) / √a - 1) with a = 4p (1 - p).
    #[test]
    fn quantiles_of_students_t() {
        let tangent = (std::f64::consts::PI * (SIDE - 0.5)).tan();
        assert!(is_close(tangent, 12.706_204_736_174_7));
        let two = (2.0 * SIDE - 1.0) / (2.0 * SIDE * (1.0 - SIDE)).sqrt();
        let root = (4.0 * SIDE * (1.0 - SIDE)).sqrt();
        let four = 2.0 * ((root.acos() / 3.0).cos() / root - 1.0).sqrt();
        for (freedom, expected) in [(1, tangent), (2, two), (4, four)] {
            let t = student_t(freedom).unwrap();
            assert!(is_close(t, expected), "{freedom}: {t}, not {expected}");
        }
    }

    /// With many degrees n, by Abramowitz and Stegun 26.7.5: z + (z³ + z) / 4n + (5z⁵ + 16z³ + 3z) / 96n² +
    /// (3z⁷ + 19z⁵ + 17z³ - 15z) / 384n³, where z is the quantile of the normal distribution.
    #[rstest]
    #[case(100)]
    #[case(1000)]
    #[case(10_000)]
    fn quantiles_of_many_degrees(#[case] freedom: usize) {
        let (z, n) = (1.959_963_984_540_054_f64, freedom as f64);
        let power = |exponent| z.powi(exponent);
        let expected = z
            + (power(3) + z) / (4.0 * n)
            + (5.0 * power(5) + 16.0 * power(3) + 3.0 * z) / (96.0 * n * n)
            + (3.0 * power(7) + 19.0 * power(5) + 17.0 * power(3) - 15.0 * z) / (384.0 * n * n * n);
        let t = student_t(freedom).unwrap();
        assert!((t - expected).abs() < 3e-8, "{t}, not {expected}");
    }

    /// 2, 4, 9: mean 5, squared deviations 9 + 1 + 16 = 26, s² = 13, s / √3 = √(13 / 3) = 2.081666,
    /// t with two degrees 4.3026527: 8.956686.
    #[test]
    fn a_sample_by_hand() {
        let sample = Sample::from_values(&[9.0, 2.0, 4.0]).unwrap();
        assert_eq!((sample.n, sample.mean, sample.median), (3, 5.0, 4.0));
        assert!(is_close(sample.half_width.unwrap(), 4.302_652_729_911_275 * (13.0_f64 / 3.0).sqrt()));
    }

    /// 1, 10, 2, 3: mean 4, squared deviations 9 + 36 + 4 + 1 = 50, s / √4 = √(50 / 3) / 2 = 2.041241, and
    /// t = 3.182446 solves 1/2 + (x / (1 + x²) + arctan x) / π = 0.975 with x = t / √3.
    #[rstest]
    #[case(&[7.0], 7.0, 7.0, None)]
    #[case(&[7.0, 7.0], 7.0, 7.0, Some(0.0))]
    #[case(&[1.0, 10.0, 2.0, 3.0], 4.0, 2.5, Some(6.496_141))]
    fn small_samples(
        #[case] values: &[f64],
        #[case] mean: f64,
        #[case] median: f64,
        #[case] half_width: Option<f64>,
    ) {
        let sample = Sample::from_values(values).unwrap();
        assert_eq!((sample.mean, sample.median), (mean, median));
        assert_eq!(sample.half_width.is_some(), half_width.is_some());
        if let (Some(one), Some(other)) = (sample.half_width, half_width) {
            assert!((one - other).abs() < 1e-5, "{one}");
        }
    }

    #[test]
    fn no_values_have_no_mean() {
        assert_eq!(Sample::from_values(&[]), None);
    }
}
