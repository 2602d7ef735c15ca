//! The entries of the file as they are written: plain structs whose values have places.
//!
//! [`shape`] lists the keys of each kind of entry, [`lift`] reads them, [`schema`] describes them for editors.
//! Nothing is checked here.

mod lift;
mod number;
#[cfg(feature = "exports")]
mod schema;
pub(crate) mod shape;
mod value;

pub(crate) use lift::lift;
pub(crate) use number::{Number, ResetValue};
#[cfg(feature = "exports")]
pub use schema::schema;
pub(crate) use value::{described, number_of};

use crate::model::{HardwareAccess, MapAccess, Placed, Unit};

/// The whole file.
#[derive(Debug)]
pub(crate) struct Source {
    pub(crate) name: Placed<String>,
    pub(crate) window_bytes: Placed<u32>,
    pub(crate) same_cycle: String,
    pub(crate) parameters: Vec<ParameterSource>,
    pub(crate) pages: Vec<PageSource>,
}

/// A number the whole design shares.
#[derive(Debug)]
pub(crate) struct ParameterSource {
    pub(crate) name: Placed<String>,
    pub(crate) value: Placed<u32>,
    pub(crate) min: Placed<u32>,
    pub(crate) max: Placed<u32>,
    pub(crate) unit: Unit,
    pub(crate) fixed: bool,
    pub(crate) description: String,
    pub(crate) spec: String,
}

/// A part of the window.
#[derive(Debug)]
pub(crate) struct PageSource {
    pub(crate) name: Placed<String>,
    pub(crate) base: Placed<u32>,
    pub(crate) size: Placed<u32>,
    pub(crate) description: String,
    pub(crate) registers: Vec<RegisterSource>,
    pub(crate) groups: Vec<GroupSource>,
}

/// A register or an array of them.
#[derive(Debug)]
pub(crate) struct RegisterSource {
    pub(crate) name: Placed<String>,
    pub(crate) offset: Placed<u32>,
    pub(crate) dims: Vec<DimSource>,
    pub(crate) access: Placed<MapAccess>,
    pub(crate) queued: bool,
    pub(crate) hardware: Placed<HardwareAccess>,
    pub(crate) fields: Vec<FieldSource>,
    pub(crate) legal: Option<LegalSource>,
    pub(crate) same_cycle: Option<String>,
    pub(crate) description: String,
    pub(crate) spec: String,
}

/// An array of elements with several named words each.
#[derive(Debug)]
pub(crate) struct GroupSource {
    pub(crate) name: Placed<String>,
    pub(crate) offset: Placed<u32>,
    pub(crate) count: Placed<Number>,
    pub(crate) stride: Placed<u32>,
    pub(crate) index: String,
    pub(crate) access: Placed<MapAccess>,
    pub(crate) hardware: Placed<HardwareAccess>,
    pub(crate) spec: String,
    pub(crate) reserved: Vec<Placed<u32>>,
    pub(crate) words: Vec<WordSource>,
}

/// A word of a group's element.
#[derive(Debug)]
pub(crate) struct WordSource {
    pub(crate) name: Placed<String>,
    pub(crate) word: Placed<u32>,
    pub(crate) fields: Vec<FieldSource>,
    pub(crate) description: String,
    pub(crate) spec: Option<String>,
}

/// A dimension of an array.
#[derive(Debug)]
pub(crate) struct DimSource {
    pub(crate) count: Placed<Number>,
    pub(crate) stride: Placed<u32>,
    pub(crate) index: String,
}

/// A field of a register.
#[derive(Debug)]
pub(crate) struct FieldSource {
    pub(crate) name: Placed<String>,
    pub(crate) bits: Placed<Vec<u32>>,
    pub(crate) reset: Placed<ResetValue>,
    pub(crate) range: Option<Placed<(u32, u32)>>,
    pub(crate) multiple_of: Option<Placed<u32>>,
    pub(crate) enumeration: Option<Placed<String>>,
    pub(crate) values: Vec<VariantSource>,
    pub(crate) pulse: bool,
    pub(crate) description: String,
}

/// A named value of a field.
#[derive(Debug)]
pub(crate) struct VariantSource {
    pub(crate) name: Placed<String>,
    pub(crate) value: Placed<u32>,
    pub(crate) description: String,
}

/// Fields that are legal only in the listed combinations.
#[derive(Debug)]
pub(crate) struct LegalSource {
    pub(crate) fields: Vec<Placed<String>>,
    pub(crate) combinations: Vec<Placed<Vec<u32>>>,
}
