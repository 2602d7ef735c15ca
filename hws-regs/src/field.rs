//! The description of a field, and the check of a value for it.

use core::fmt;

use crate::FieldError;

/// A field of a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FieldInfo {
    /// The register of the field, as in [`crate::RegInfo::name`].
    pub register: &'static str,
    /// The datasheet name.
    pub name: &'static str,
    /// The lowest bit.
    pub lsb: u8,
    /// The number of bits, 1..=32.
    pub width: u8,
    /// Whether writing 1 acts at once and is not stored.
    pub pulse: bool,
    /// The values that a write may have.
    pub legal: Legal,
    /// The name of the type of its named values: `OutPath`; none without names.
    pub enumeration: Option<&'static str>,
    /// The meaning of the field.
    pub description: &'static str,
}

/// The values that a write of a field may have. Any other value makes the whole write ineffective.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Legal {
    /// Every value that fits.
    Any,
    /// Every value from `min` to `max`.
    Range {
        /// The smallest legal value.
        min: u32,
        /// The largest legal value.
        max: u32,
    },
    /// Multiples of the number.
    MultipleOf(u32),
    /// The named values only: name and value.
    Enumerated(&'static [(&'static str, u32)]),
}

/// In words: `from 1 to 4`.
impl fmt::Display for Legal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Any => f.write_str("any"),
            Self::Range { min, max } => write!(f, "from {min} to {max}"),
            Self::MultipleOf(step) => write!(f, "in multiples of {step}"),
            Self::Enumerated(values) => values.iter().enumerate().try_for_each(|(at, (name, value))| {
                write!(f, "{} {value} {name}", if at == 0 { "one of" } else { "," })
            }),
        }
    }
}

impl Legal {
    /// Returns whether `value` is legal.
    #[inline]
    #[must_use]
    pub fn allows(self, value: u32) -> bool {
        match self {
            Self::Any => true,
            Self::Range { min, max } => min <= value && value <= max,
            Self::MultipleOf(step) => value.checked_rem(step) == Some(0),
            Self::Enumerated(values) => values.iter().any(|(_, named)| *named == value),
        }
    }
}

impl FieldInfo {
    /// Returns the largest value that fits.
    #[inline]
    #[must_use]
    pub const fn max(&self) -> u32 {
        // The shift is 0..=31 because a width is 1..=32; the wrapping forms cannot panic.
        u32::MAX.wrapping_shr(32_u32.wrapping_sub(self.width as u32))
    }

    /// Returns the bits of the field in the register.
    #[inline]
    #[must_use]
    pub const fn mask(&self) -> u32 {
        self.max().wrapping_shl(self.lsb as u32)
    }

    /// Returns the value of the field in a word.
    #[inline]
    #[must_use]
    pub const fn extract(&self, word: u32) -> u32 {
        word.wrapping_shr(self.lsb as u32) & self.max()
    }

    /// Checks that a write of the field may have this value.
    ///
    /// # Errors
    /// [`FieldError::TooWide`] when the value does not fit, [`FieldError::Illegal`] when it is not legal.
    #[inline]
    pub fn check(&self, value: u32) -> Result<(), FieldError> {
        let (register, field) = (self.register, self.name);
        if value > self.max() {
            return Err(FieldError::TooWide { register, field, value, max: self.max() });
        }
        if !self.legal.allows(value) {
            return Err(FieldError::Illegal { register, field, value });
        }
        Ok(())
    }
}

/// A reset value that depends on the index, shifted to its place in the word.
pub(crate) const fn linear_reset(index: u32, base: u32, step: u32, max: u32, lsb: u32) -> u32 {
    (index.wrapping_mul(step).wrapping_add(base) & max).wrapping_shl(lsb)
}
