//! The values of a field, and the combinations of fields, that may be written.

use super::Placed;
use std::fmt;

/// The legal values of a field; a write with any other value is ignored as a whole.
#[derive(Clone, Debug)]
pub enum MapLegal {
    /// Every value that fits.
    Any,
    /// Every value from `min` to `max`.
    Range {
        /// The least.
        min: u64,
        /// The greatest.
        max: u64,
    },
    /// Multiples of a number.
    MultipleOf(u64),
    /// The named values, and others only if the enumeration is open.
    Enumerated(Enumeration),
}

impl fmt::Display for MapLegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Any => f.write_str("any value"),
            Self::Range { min, max } => write!(f, "{min} to {max}"),
            Self::MultipleOf(step) => write!(f, "a multiple of {step}"),
            Self::Enumerated(enumeration) => {
                let names = enumeration.variants.iter();
                let names = names.map(|variant| format!("{} {}", variant.value.value, variant.name.value));
                let others = enumeration.is_open.then(|| "any other value".to_owned());
                f.write_str(&names.chain(others).collect::<Vec<_>>().join(", "))
            }
        }
    }
}

impl MapLegal {
    /// Returns whether a write of `value` is accepted.
    #[must_use]
    pub fn allows(&self, value: u64) -> bool {
        match self {
            Self::Any => true,
            Self::Range { min, max } => (*min..=*max).contains(&value),
            Self::MultipleOf(step) => value.checked_rem(*step) == Some(0),
            Self::Enumerated(enumeration) => {
                enumeration.is_open || enumeration.variants.iter().any(|variant| variant.value.value == value)
            }
        }
    }
}

/// The named values of a field.
#[derive(Clone, Debug)]
pub struct Enumeration {
    /// The Rust name of the type.
    pub type_name: Placed<String>,
    /// The values, in the order of the file.
    pub variants: Vec<Variant>,
    /// Whether values without a name are legal too.
    pub is_open: bool,
    /// Whether the map defines it on its own, so that several fields may have it.
    pub is_shared: bool,
    /// Its meaning; empty if it is defined in a field.
    pub description: String,
}

/// A named value.
#[derive(Clone, Debug)]
pub struct Variant {
    /// Its name, in capitals.
    pub name: Placed<String>,
    /// Its encoding.
    pub value: Placed<u64>,
    /// Its meaning.
    pub description: String,
}

/// Fields that are legal only together.
#[derive(Clone, Debug)]
pub struct MapCombinations {
    /// The fields' names.
    pub fields: Vec<Placed<String>>,
    /// The legal tuples, one value for each field.
    pub tuples: Vec<Placed<Vec<u64>>>,
}
