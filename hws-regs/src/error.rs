//! The reasons why a value, a name or a write is refused.

use core::fmt;

use crate::{Legal, REGISTERS};

/// Why a setter refuses a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FieldError {
    /// The value does not fit into the bits of the field.
    TooWide {
        /// The register.
        register: &'static str,
        /// The field.
        field: &'static str,
        /// The value to be set.
        value: u32,
        /// The largest value that fits.
        max: u32,
    },
    /// The value fits but is not legal.
    Illegal {
        /// The register.
        register: &'static str,
        /// The field.
        field: &'static str,
        /// The value to be set.
        value: u32,
    },
}

impl fmt::Display for FieldError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooWide { register, field, value, max } if legal(register, field).is_none() => {
                write!(f, "{value} does not fit in {register}.{field}, which holds at most {max}")
            }
            Self::TooWide { register, field, value, .. } | Self::Illegal { register, field, value } => {
                write!(f, "{value} is not a legal value of {register}.{field}")?;
                legal(register, field).map_or(Ok(()), |legal| write!(f, " (legal: {legal})"))
            }
        }
    }
}

/// The legal values of a field, if not every value is legal.
fn legal(register: &str, field: &str) -> Option<&'static Legal> {
    let info = REGISTERS.iter().find(|info| info.name == register)?;
    let legal = &info.fields.iter().find(|info| info.name == field)?.legal;
    (*legal != Legal::Any).then_some(legal)
}

impl core::error::Error for FieldError {}

/// Why an index is refused: it is past the end of its dimension.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct IndexError {
    /// The register, with `[]` for each index.
    pub register: &'static str,
    /// The position of the index, 0 for the first.
    pub dimension: u8,
    /// The index as given; in a name, saturated at [`u32::MAX`].
    pub index: u32,
    /// The number of elements.
    pub count: u16,
}

impl fmt::Display for IndexError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { register, dimension, index, count } = self;
        let place = match (register.bytes().filter(|byte| *byte == b'[').count(), dimension) {
            (0 | 1, _) => "index",
            (_, 0) => "first index",
            _ => "second index",
        };
        write!(
            f,
            "{place} {index} of {register} does not exist: the indices are 0 to {}",
            count.saturating_sub(1)
        )
    }
}

impl core::error::Error for IndexError {}

/// Why a text is not the name of a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NameError {
    /// No register has the name.
    Unknown,
    /// The name has fewer indices than the register has dimensions.
    MissingIndex {
        /// The register, with `[]` for each index.
        register: &'static str,
    },
    /// The name has more indices than the register has dimensions, or has one in the wrong place.
    ExtraIndex {
        /// The register, with `[]` for each index.
        register: &'static str,
    },
    /// The text between two brackets is not a decimal number.
    BadIndex {
        /// The register, with `[]` for each index.
        register: &'static str,
    },
    /// The index is past the end of the array.
    IndexOutOfRange(IndexError),
}

impl fmt::Display for NameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown => f.write_str("no register has this name"),
            Self::MissingIndex { register } => {
                write!(f, "{register} needs an index in every pair of brackets")
            }
            Self::ExtraIndex { register } => {
                write!(f, "{register} takes an index only where its name has brackets")
            }
            Self::BadIndex { register } => write!(f, "an index of {register} is not a decimal number"),
            Self::IndexOutOfRange(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for NameError {}

/// Why the register file refuses a write.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WriteError {
    /// The register is not a plain RW one.
    NotStored,
    /// A field or a combination of fields has a value that is not legal.
    Illegal,
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotStored => "the register file does not hold this register",
            Self::Illegal => "the value is not legal for this register",
        })
    }
}

impl core::error::Error for WriteError {}
