//! What is known of a field, and the judgement of a value for it.

use crate::FieldError;

/// A field of a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FieldInfo {
    /// The register it belongs to, as in [`crate::RegInfo::name`].
    pub register: &'static str,
    /// Its datasheet name.
    pub name: &'static str,
    /// Its lowest bit.
    pub lsb: u8,
    /// Its number of bits, 1 to 32.
    pub width: u8,
    /// A written one acts at once and is not stored.
    pub pulse: bool,
    /// Which values a write may have.
    pub legal: Legal,
    /// What it means.
    pub description: &'static str,
}

/// Which values of a field a write may have; another refuses the whole write.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Legal {
    /// Every value that fits.
    Any,
    /// Every value from `min` to `max`.
    Range {
        /// The least.
        min: u32,
        /// The greatest.
        max: u32,
    },
    /// Multiples of the number.
    MultipleOf(u32),
    /// The named values only.
    Enumerated(&'static [(&'static str, u32)]),
}

impl Legal {
    /// Whether a write of `value` is accepted.
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
    /// The greatest value that fits.
    #[inline]
    #[must_use]
    pub const fn max(&self) -> u32 {
        // The shift is 0 to 31 because a width is 1 to 32; wrapping only says so to the compiler.
        u32::MAX.wrapping_shr(32_u32.wrapping_sub(self.width as u32))
    }

    /// The field's bits in the register.
    #[inline]
    #[must_use]
    pub const fn mask(&self) -> u32 {
        self.max().wrapping_shl(self.lsb as u32)
    }

    /// The field's value in a word.
    #[inline]
    #[must_use]
    pub const fn extract(&self, word: u32) -> u32 {
        word.wrapping_shr(self.lsb as u32) & self.max()
    }

    /// Judges a value for the field.
    ///
    /// # Errors
    /// [`FieldError::TooWide`] when it does not fit, [`FieldError::Illegal`] when a write of it
    /// would be refused.
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

/// A reset value that depends on the index, at its place in the word.
pub(crate) const fn linear_reset(index: u8, base: u32, step: u32, max: u32, lsb: u32) -> u32 {
    ((index as u32).wrapping_mul(step).wrapping_add(base) & max).wrapping_shl(lsb)
}
