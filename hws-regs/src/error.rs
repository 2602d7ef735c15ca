//! Why a value, a name or a write was refused.

use core::fmt;

/// Why a setter refused a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FieldError {
    /// The value does not fit in the field's bits.
    TooWide {
        /// The register.
        register: &'static str,
        /// The field.
        field: &'static str,
        /// What was to be set.
        value: u32,
        /// The greatest value that fits.
        max: u32,
    },
    /// The value fits but is not legal.
    Illegal {
        /// The register.
        register: &'static str,
        /// The field.
        field: &'static str,
        /// What was to be set.
        value: u32,
    },
}

impl fmt::Display for FieldError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooWide { register, field, value, max } => {
                write!(f, "{value} does not fit in {register}.{field}, which holds at most {max}")
            }
            Self::Illegal { register, field, value } => {
                write!(f, "{value} is not a legal value of {register}.{field}")
            }
        }
    }
}

impl core::error::Error for FieldError {}

/// Why a text is not the name of a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NameError {
    /// No register has the name.
    Unknown,
    /// The register is an array and fewer indices were given than it has dimensions.
    MissingIndex {
        /// The register, `[]` where an index stands.
        register: &'static str,
    },
    /// More indices were given than the register has dimensions, or at another place.
    ExtraIndex {
        /// The register, `[]` where an index stands.
        register: &'static str,
    },
    /// Something between brackets is not a decimal number.
    BadIndex {
        /// The register, `[]` where an index stands.
        register: &'static str,
    },
    /// The index is a number beyond the array.
    IndexOutOfRange {
        /// The register, `[]` where an index stands.
        register: &'static str,
        /// Which index, 0 for the first.
        dimension: u8,
        /// The number given (saturated).
        index: u32,
        /// How many elements there are.
        count: u16,
    },
}

impl fmt::Display for NameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown => f.write_str("no register has this name"),
            Self::MissingIndex { register } => {
                write!(f, "{register} needs an index in every pair of brackets")
            }
            Self::ExtraIndex { register } => {
                write!(f, "{register} has an index only where its name has brackets")
            }
            Self::BadIndex { register } => write!(f, "an index of {register} is not a decimal number"),
            Self::IndexOutOfRange { register, dimension, index, count } => {
                write!(f, "index {index} (number {dimension}) of {register} is beyond its {count} elements")
            }
        }
    }
}

impl core::error::Error for NameError {}

/// Why the register file refused a write; it is unchanged then.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WriteError {
    /// The register is not a plain RW one, or the index is out of range.
    NotStored,
    /// A field, or a combination of fields, has a value that is not legal.
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
