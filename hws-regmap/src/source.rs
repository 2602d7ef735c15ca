//! The entries of the file as they are written: plain structs, unknown keys refused.
//!
//! Nothing is judged here but the shape. No `flatten` and no untagged enums, which would lose the
//! positions; a value that may be written in several ways is a [`Number`] or [`ResetValue`] with a
//! visitor of its own.

mod number;

pub(crate) use number::{Number, ResetValue};

use crate::model::{Access, Hardware, Unit};
use serde::Deserialize;
use serde_saphyr::Spanned;

/// The whole file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Source {
    pub(crate) name: String,
    pub(crate) window_bytes: Spanned<u32>,
    pub(crate) same_cycle: String,
    pub(crate) parameters: Vec<ParameterSource>,
    pub(crate) pages: Vec<PageSource>,
}

/// A number the whole design shares.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ParameterSource {
    pub(crate) name: Spanned<String>,
    pub(crate) value: Spanned<u32>,
    pub(crate) min: u32,
    pub(crate) max: u32,
    #[serde(default)]
    pub(crate) unit: Unit,
    #[serde(default)]
    pub(crate) fixed: bool,
    pub(crate) description: String,
    pub(crate) spec: String,
}

/// A stretch of the window.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PageSource {
    pub(crate) name: Spanned<String>,
    pub(crate) base: Spanned<u32>,
    pub(crate) size: Spanned<u32>,
    pub(crate) description: String,
    #[serde(default)]
    pub(crate) registers: Vec<RegisterSource>,
    #[serde(default)]
    pub(crate) groups: Vec<GroupSource>,
}

/// A register or an array of them.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RegisterSource {
    pub(crate) name: Spanned<String>,
    pub(crate) offset: Spanned<u32>,
    #[serde(default)]
    pub(crate) dims: Vec<DimSource>,
    pub(crate) access: Spanned<Access>,
    #[serde(default)]
    pub(crate) queued: bool,
    pub(crate) hardware: Hardware,
    #[serde(default)]
    pub(crate) fields: Vec<FieldSource>,
    pub(crate) legal: Option<LegalSource>,
    pub(crate) same_cycle: Option<String>,
    pub(crate) description: String,
    pub(crate) spec: String,
}

/// An array of elements with several named words each.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct GroupSource {
    pub(crate) name: Spanned<String>,
    pub(crate) offset: Spanned<u32>,
    pub(crate) count: Spanned<Number>,
    pub(crate) stride: Spanned<u32>,
    pub(crate) index: String,
    pub(crate) access: Spanned<Access>,
    pub(crate) hardware: Hardware,
    pub(crate) spec: String,
    #[serde(default)]
    pub(crate) reserved: Vec<Spanned<u32>>,
    pub(crate) words: Vec<WordSource>,
}

/// A word of a group's element.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct WordSource {
    pub(crate) name: Spanned<String>,
    pub(crate) word: Spanned<u32>,
    #[serde(default)]
    pub(crate) fields: Vec<FieldSource>,
    pub(crate) description: String,
    pub(crate) spec: Option<String>,
}

/// A dimension of an array.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct DimSource {
    pub(crate) count: Spanned<Number>,
    pub(crate) stride: Spanned<u32>,
    pub(crate) index: String,
}

/// A field of a register.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct FieldSource {
    pub(crate) name: Spanned<String>,
    pub(crate) bits: Spanned<Vec<u32>>,
    pub(crate) reset: Spanned<ResetValue>,
    pub(crate) range: Option<Spanned<(u32, u32)>>,
    pub(crate) multiple_of: Option<Spanned<u32>>,
    #[serde(rename = "enum")]
    pub(crate) enumeration: Option<Spanned<String>>,
    #[serde(default)]
    pub(crate) values: Vec<VariantSource>,
    #[serde(default)]
    pub(crate) pulse: bool,
    pub(crate) description: String,
}

/// A named value of a field.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct VariantSource {
    pub(crate) name: Spanned<String>,
    pub(crate) value: Spanned<u32>,
    pub(crate) description: String,
}

/// Fields that are legal only in the listed combinations.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LegalSource {
    pub(crate) fields: Vec<Spanned<String>>,
    pub(crate) combinations: Vec<Spanned<Vec<u32>>>,
}
