//! A field: a group of bits of a register with one meaning.

use super::{Enumeration, HardwareAccess, MapAccess, MapLegal, Place, Placed, WriteGuard};
use std::fmt;

/// A field of a register.
#[derive(Clone, Debug)]
pub struct MapField {
    /// Its name.
    pub name: Placed<String>,
    /// Its bits as written: `[msb, lsb]` or `[bit]`.
    pub bits: Placed<Vec<u32>>,
    /// The bus side, and where it is written: at the field, its register or its group.
    pub access: Placed<MapAccess>,
    /// The hardware side, and where it is written; at the access if it follows from that.
    pub hardware: Placed<HardwareAccess>,
    /// Its value after reset.
    pub reset: Placed<Reset>,
    /// The parameter that the reset value comes from, if one does.
    pub parameter: Option<String>,
    /// The values that may be written.
    pub legal: MapLegal,
    /// Where the legal values are written; the field's name when all are legal.
    pub legal_at: Place,
    /// It always reads its reset value.
    pub constant: bool,
    /// Writing 1 takes effect at once and is not stored.
    pub pulse: bool,
    /// How the hardware counts here, if it does.
    pub counter: Option<MapCounter>,
    /// The bits that must have a value for a write to have an effect.
    pub guards: Vec<WriteGuard>,
    /// Where the field is in the RTL, relative to its register.
    pub hdl_path: Option<String>,
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
    pub fn max(&self) -> u64 {
        low_ones(self.width())
    }

    /// Returns the field's bits in the register.
    #[must_use]
    pub fn mask(&self) -> u64 {
        self.max().checked_shl(self.lsb()).unwrap_or(0)
    }

    /// `value` shifted to the field's bits; bits that do not fit are lost.
    #[must_use]
    pub fn place(&self, value: u64) -> u64 {
        (value & self.max()).checked_shl(self.lsb()).unwrap_or(0)
    }

    /// Returns the named values, if it has any.
    #[must_use]
    pub fn enumeration(&self) -> Option<&Enumeration> {
        match &self.legal {
            MapLegal::Enumerated(enumeration) => Some(enumeration),
            _ => None,
        }
    }

    /// Returns whether the map states the hardware side; otherwise it follows from the access, or from the target of an alias.
    pub(crate) fn states_hardware(&self) -> bool {
        self.hardware.place != self.access.place
    }

    /// Returns whether a read may differ from the last write.
    #[must_use]
    pub fn is_volatile(&self) -> bool {
        !self.constant && (self.pulse || self.counter.is_some() || self.hardware.value.is_writer())
    }
}

/// Returns a number whose lowest bits are 1.
pub(crate) fn low_ones(width: u32) -> u64 {
    u64::MAX.checked_shr(64_u32.saturating_sub(width)).unwrap_or(0)
}

/// How the hardware counts in a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MapCounter {
    /// In which direction.
    pub direction: CountDirection,
    /// Whether it stops at its ends instead of wrapping.
    pub saturates: bool,
}

/// The direction in which a counter counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CountDirection {
    /// From 0 to the greatest value.
    Up,
    /// From the greatest value to 0.
    Down,
    /// Either way.
    UpDown,
}

impl CountDirection {
    /// Every direction, in declaration order.
    pub const ALL: &'static [Self] = &[Self::Up, Self::Down, Self::UpDown];

    /// Returns the word used in the file.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Up => "up",
            Self::Down => "down",
            Self::UpDown => "up_down",
        }
    }
}

/// A reset value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reset {
    /// Reset does not determine the value.
    Unknown,
    /// The same for every element.
    Constant(u64),
    /// `base + step × index`, for one-dimensional arrays.
    Linear {
        /// The value of element 0.
        base: u64,
        /// The difference between adjacent elements.
        step: u64,
    },
}

impl Reset {
    /// Returns the value of an element, in 128 bits so that a check can detect an overflow; 0 if it is unknown.
    #[must_use]
    pub fn of_element(self, index: u32) -> u128 {
        match self {
            Self::Unknown => 0,
            Self::Constant(value) => u128::from(value),
            Self::Linear { base, step } => u128::from(base) + u128::from(step) * u128::from(index),
        }
    }
}

impl fmt::Display for Reset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown => f.write_str("unknown"),
            Self::Constant(value) if *value < 1024 => write!(f, "{value}"),
            Self::Constant(value) => write!(f, "0x{value:x}"),
            Self::Linear { base, step } => write!(f, "{base} + {step} × index"),
        }
    }
}
