//! A field: a group of bits of a register with one meaning.

use super::{MapLegal, Place, Placed};
use std::fmt;

/// A field of a register.
#[derive(Clone, Debug)]
pub struct MapField {
    /// Its name, in capitals.
    pub name: Placed<String>,
    /// Its bits as written: `[msb, lsb]` or `[bit]`.
    pub bits: Placed<Vec<u32>>,
    /// Its value after reset.
    pub reset: Placed<Reset>,
    /// The parameter that the reset value comes from, if one does.
    pub parameter: Option<String>,
    /// The values that may be written.
    pub legal: MapLegal,
    /// Where the legal values are written; the field's name when all are legal.
    pub legal_at: Place,
    /// Writing 1 takes effect at once and is not stored.
    pub pulse: bool,
    /// Its meaning.
    pub description: String,
}

impl MapField {
    /// Returns the highest bit.
    #[must_use]
    pub fn msb(&self) -> u32 {
        self.bits.value.first().copied().unwrap_or(0)
    }

    /// Returns the lowest bit.
    #[must_use]
    pub fn lsb(&self) -> u32 {
        self.bits.value.last().copied().unwrap_or(0)
    }

    /// Returns the number of bits.
    #[must_use]
    pub fn width(&self) -> u32 {
        self.msb().saturating_sub(self.lsb()).saturating_add(1)
    }

    /// Returns the greatest value that fits in the field.
    #[must_use]
    pub fn max(&self) -> u32 {
        low_ones(self.width())
    }

    /// Returns the field's bits in the register.
    #[must_use]
    pub fn mask(&self) -> u32 {
        self.max().checked_shl(self.lsb()).unwrap_or(0)
    }

    /// `value` shifted to the field's bits; bits that do not fit are lost.
    #[must_use]
    pub fn place(&self, value: u32) -> u32 {
        (value & self.max()).checked_shl(self.lsb()).unwrap_or(0)
    }
}

fn low_ones(width: u32) -> u32 {
    u32::MAX.checked_shr(32_u32.saturating_sub(width)).unwrap_or(0)
}

/// A reset value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reset {
    /// The same for every element.
    Constant(u32),
    /// `base + step × index`, for one-dimensional arrays.
    Linear {
        /// The value of element 0.
        base: u32,
        /// The difference between adjacent elements.
        step: u32,
    },
}

impl Reset {
    /// Returns the value of an element, in 64 bits so that a check can detect an overflow.
    #[must_use]
    pub fn of_element(self, index: u32) -> u64 {
        match self {
            Self::Constant(value) => u64::from(value),
            Self::Linear { base, step } => u64::from(base) + u64::from(step) * u64::from(index),
        }
    }
}

impl fmt::Display for Reset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Constant(value) if *value < 1024 => write!(f, "{value}"),
            Self::Constant(value) => write!(f, "0x{value:x}"),
            Self::Linear { base, step } => write!(f, "{base} + {step} × index"),
        }
    }
}
