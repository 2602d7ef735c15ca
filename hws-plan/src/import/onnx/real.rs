//! Binary floating-point numbers in integer arithmetic, for scales and sizes on which shapes depend.
//!
//! Sums, products and quotients are exact and then rounded to the precision of the element type, half to even, as
//! IEEE 754 prescribes. Numbers that are not finite, and those beyond the exponents of a 64-bit float, are unknown.

use std::cmp::Ordering;

use super::dtype::DType;

/// A number: mantissa times two to the exponent. The mantissa is odd, or both are 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Real {
    mantissa: i64,
    exponent: i32,
}

/// Numbers further apart than this many bits are not added.
const APART_MOST: i32 = 70;
/// Largest exponent, either way, of a number that is known.
const EXPONENT_MOST: i32 = 1100;

/// Bits of the fraction, bits of the exponent.
fn layout(dtype: DType) -> Option<(u32, u32)> {
    match dtype {
        DType::FLOAT => Some((23, 8)),
        DType::FLOAT64 => Some((52, 11)),
        DType::FLOAT16 => Some((10, 5)),
        DType::BFLOAT16 => Some((7, 8)),
        _ => None,
    }
}

impl Real {
    pub(super) const ZERO: Self = Self { mantissa: 0, exponent: 0 };

    /// Decodes the bits of a float of one of the four usual types.
    pub(super) fn from_bits(bits: u64, dtype: DType) -> Option<Self> {
        let (fraction_bits, exponent_bits) = layout(dtype)?;
        let fraction = bits & ((1 << fraction_bits) - 1);
        let biased = (bits >> fraction_bits) & ((1 << exponent_bits) - 1);
        let is_negative = bits >> (fraction_bits + exponent_bits) & 1 == 1;
        if biased == (1 << exponent_bits) - 1 {
            return None;
        }
        let bias = (1_i32 << (exponent_bits - 1)) - 1;
        // A biased exponent of 0 has no implicit leading one.
        let mantissa = if biased == 0 { fraction } else { fraction | 1 << fraction_bits } as i128;
        let exponent = (biased.max(1) as i32) - bias - fraction_bits as i32;
        Self::reduced(if is_negative { -mantissa } else { mantissa }, exponent)
    }

    /// Returns an integer, rounded to a type.
    pub(super) fn from_integer(value: i64, dtype: DType) -> Option<Self> {
        round(i128::from(value), 0, false, dtype)
    }

    /// Rounds to another type.
    pub(super) fn cast(self, dtype: DType) -> Option<Self> {
        round(self.mantissa.into(), self.exponent, false, dtype)
    }

    pub(super) fn add(self, other: Self, dtype: DType) -> Option<Self> {
        let (mantissa, exponent) = self.sum(other)?;
        round(mantissa, exponent, false, dtype)
    }

    pub(super) fn sub(self, other: Self, dtype: DType) -> Option<Self> {
        self.add(other.negated(), dtype)
    }

    pub(super) fn mul(self, other: Self, dtype: DType) -> Option<Self> {
        let mantissa = i128::from(self.mantissa) * i128::from(other.mantissa);
        round(mantissa, self.exponent + other.exponent, false, dtype)
    }

    /// Returns the quotient; `None` for a division by 0.
    pub(super) fn div(self, other: Self, dtype: DType) -> Option<Self> {
        // Mantissas have at most 53 bits, so that the dividend fits and the quotient has more bits than any type.
        let dividend = i128::from(self.mantissa) << APART_MOST;
        let divisor = i128::from(other.mantissa);
        let (quotient, rest) = (dividend.checked_div(divisor)?, dividend.checked_rem(divisor)?);
        round(quotient, self.exponent - other.exponent - APART_MOST, rest != 0, dtype)
    }

    pub(super) const fn negated(self) -> Self {
        Self { mantissa: -self.mantissa, exponent: self.exponent }
    }

    /// Returns the largest integer that is not greater.
    pub(super) fn floor(self) -> Option<i64> {
        if self.exponent >= 0 {
            let shifted = i128::from(self.mantissa).checked_mul(1_i128.checked_shl(self.exponent as u32)?)?;
            return i64::try_from(shifted).ok();
        }
        // Shifting a negative number rounds down, too.
        Some(self.mantissa >> (-self.exponent).min(63))
    }

    /// Returns the smallest integer that is not less.
    pub(super) fn ceil(self) -> Option<i64> {
        self.negated().floor()?.checked_neg()
    }

    /// Returns the integer towards 0.
    pub(super) fn truncated(self) -> Option<i64> {
        if self.mantissa < 0 { self.ceil() } else { self.floor() }
    }

    /// Returns the nearest integer, half to even.
    pub(super) fn nearest(self) -> Option<i64> {
        let (low, high) = (self.floor()?, self.ceil()?);
        if low == high {
            return Some(low);
        }
        let (below, above) = (self.offset_from(low)?, self.offset_from(high)?.negated());
        Some(match below.compare(above)? {
            Ordering::Equal if low % 2 != 0 => high,
            Ordering::Equal | Ordering::Less => low,
            Ordering::Greater => high,
        })
    }

    fn offset_from(self, integer: i64) -> Option<Self> {
        let (mantissa, exponent) = self.sum(Self::reduced(-i128::from(integer), 0)?)?;
        Self::reduced(mantissa, exponent)
    }

    /// Returns the integer as a float.
    pub(super) fn whole(value: Option<i64>) -> Option<Self> {
        Self::reduced(value?.into(), 0)
    }

    /// Returns which of two numbers is less, if they are not too far apart.
    pub(super) fn compare(self, other: Self) -> Option<Ordering> {
        Some(self.sum(other.negated())?.0.cmp(&0))
    }

    pub(super) const fn is_negative(self) -> bool {
        self.mantissa < 0
    }

    pub(super) const fn is_zero(self) -> bool {
        self.mantissa == 0
    }

    /// Returns the exact sum.
    fn sum(self, other: Self) -> Option<(i128, i32)> {
        let (high, low) = if self.exponent >= other.exponent { (self, other) } else { (other, self) };
        if high.is_zero() || low.is_zero() {
            let one = if high.is_zero() { low } else { high };
            return Some((one.mantissa.into(), one.exponent));
        }
        let apart = high.exponent - low.exponent;
        let raised = (apart <= APART_MOST).then(|| i128::from(high.mantissa) << apart)?;
        Some((raised + i128::from(low.mantissa), low.exponent))
    }

    /// Removes factors of two.
    fn reduced(mantissa: i128, exponent: i32) -> Option<Self> {
        if mantissa == 0 {
            return Some(Self::ZERO);
        }
        let zeros = mantissa.trailing_zeros();
        let exponent = exponent.checked_add(zeros as i32)?;
        let mantissa = i64::try_from(mantissa >> zeros).ok()?;
        (exponent.abs() <= EXPONENT_MOST).then_some(Self { mantissa, exponent })
    }
}

/// Rounds half to even; `is_more` says that the number is a little further from 0 than given.
fn round(mantissa: i128, exponent: i32, is_more: bool, dtype: DType) -> Option<Real> {
    let precision = layout(dtype)?.0 + 1;
    let size = mantissa.unsigned_abs();
    let surplus = (128 - size.leading_zeros()).saturating_sub(precision);
    if surplus == 0 {
        // A quotient has more bits than any type, so that nothing is lost here.
        return Real::reduced(mantissa, exponent);
    }
    let kept = size >> surplus;
    let rest = size & ((1 << surplus) - 1);
    let half = 1 << (surplus - 1);
    let is_up = rest > half || rest == half && (is_more || kept % 2 == 1);
    let rounded = (kept + u128::from(is_up)) as i128;
    Real::reduced(if mantissa < 0 { -rounded } else { rounded }, exponent.checked_add(surplus as i32)?)
}

/// `1.5` is `3 x 2^-1`.
impl std::fmt::Display for Real {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.exponent {
            0 => write!(f, "{}", self.mantissa),
            exponent => write!(f, "{} x 2^{exponent}", self.mantissa),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn real(value: f32) -> Option<Real> {
        Real::from_bits(value.to_bits().into(), DType::FLOAT)
    }

    fn ordinary() -> impl Strategy<Value = f32> {
        (-1_000_000_i32..1_000_000, -30..30_i32)
            .prop_map(|(mantissa, exponent)| mantissa as f32 * 2_f32.powi(exponent))
    }

    proptest! {
        /// The machine's arithmetic follows the same standard.
        #[test]
        fn arithmetic_is_that_of_ieee_754(a in ordinary(), b in ordinary()) {
            let (x, y) = (real(a).unwrap(), real(b).unwrap());
            prop_assert_eq!(x.mul(y, DType::FLOAT), real(a * b));
            if let Some(sum) = x.add(y, DType::FLOAT) {
                prop_assert_eq!(Some(sum), real(a + b));
                prop_assert_eq!(x.sub(y, DType::FLOAT), real(a - b));
            }
            if b != 0.0 {
                prop_assert_eq!(x.div(y, DType::FLOAT), real(a / b));
            }
        }

        #[test]
        fn roundings_to_integers(a in ordinary()) {
            let x = real(a).unwrap();
            let within = |value: f32| (value.abs() < 9e18).then_some(value as i64);
            prop_assert_eq!(x.floor(), within(a.floor()));
            prop_assert_eq!(x.ceil(), within(a.ceil()));
            prop_assert_eq!(x.truncated(), within(a.trunc()));
            prop_assert_eq!(x.nearest(), within(a.round_ties_even()));
        }

        #[test]
        fn integers_are_rounded(value in any::<i64>()) {
            prop_assert_eq!(Real::from_integer(value, DType::FLOAT), real(value as f32));
        }

        #[test]
        fn any_bits_are_a_number_or_unknown(bits in any::<u64>(), other in any::<u64>()) {
            for dtype in [DType::FLOAT, DType::FLOAT64, DType::FLOAT16, DType::BFLOAT16] {
                let (Some(x), Some(y)) = (Real::from_bits(bits, dtype), Real::from_bits(other, dtype)) else { continue };
                let _ = (x.add(y, dtype), x.mul(y, dtype), x.div(y, dtype), x.nearest(), x.truncated());
            }
        }
    }

    #[test]
    fn numbers_that_are_not_finite_are_unknown() {
        for value in [f32::INFINITY, f32::NEG_INFINITY, f32::NAN] {
            assert_eq!(real(value), None);
        }
        assert_eq!(Real::ZERO.div(Real::ZERO, DType::FLOAT), None);
    }
}
