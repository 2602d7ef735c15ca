//! Errors for arguments, which are checked before the first access.

use core::fmt;

use hws_regs::{FieldError, RegIndex};

/// An argument that is not valid for a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InvalidArgument {
    /// The parameter's name.
    pub argument: &'static str,
    /// Its value; for a list, the first invalid element.
    pub value: i64,
    /// What was expected.
    pub expected: Expected,
}

/// What was expected of an argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Expected {
    /// A number in an inclusive range.
    Range {
        /// Smallest legal value.
        min: i64,
        /// Largest legal value.
        max: i64,
    },
    /// A legal value of the register field.
    Field(FieldError),
    /// Every logical SIP mapped to a different physical SIP.
    Permutation,
    /// A list with at least one element, in strictly ascending order.
    Ascending,
    /// A mask with at least one SIP.
    SomeSip,
    /// A multiple of this number.
    MultipleOf(u32),
    /// Only SIPs that exist on this machine.
    PresentSips,
}

impl InvalidArgument {
    /// Reports that `value` of `argument` is outside `min..=max`.
    pub(crate) const fn range(argument: &'static str, value: i64, min: i64, max: i64) -> Self {
        Self { argument, value, expected: Expected::Range { min, max } }
    }

    /// Reports that `value` is not legal for the register field of `argument`.
    pub(crate) fn field(argument: &'static str, value: u32) -> impl FnOnce(FieldError) -> Self {
        move |error| Self { argument, value: i64::from(value), expected: Expected::Field(error) }
    }
}

impl fmt::Display for InvalidArgument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is {}, but must be {}", self.argument, self.value, self.expected)
    }
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Range { min, max } => write!(f, "{min}..={max}"),
            Self::Field(error) => write!(f, "legal for its field: {error}"),
            Self::Permutation => f.write_str("a permutation of the physical SIPs"),
            Self::Ascending => f.write_str("a non-empty, strictly ascending list"),
            Self::SomeSip => f.write_str("a mask with at least one SIP"),
            Self::MultipleOf(unit) => write!(f, "a multiple of {unit}"),
            Self::PresentSips => f.write_str("a mask of SIPs that the machine has"),
        }
    }
}

impl core::error::Error for InvalidArgument {}

/// Checks that `value` is an index below `COUNT`.
pub(crate) fn index_below<const COUNT: usize>(
    argument: &'static str,
    value: u8,
) -> Result<RegIndex<COUNT>, InvalidArgument> {
    let max = (COUNT as i64).wrapping_sub(1);
    RegIndex::new(value.into()).ok_or(InvalidArgument::range(argument, i64::from(value), 0, max))
}
