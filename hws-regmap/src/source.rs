//! The entries of the file as they are written: plain structs whose values have places.
//!
//! [`shape`] lists the keys of each kind of entry, [`lift`] reads them and works out their numbers, [`schema`]
//! describes them for editors. Nothing is checked here but expressions.

pub(crate) mod expression;
mod lift;
#[cfg(feature = "exports")]
mod schema;
pub(crate) mod shape;
mod value;

pub(crate) use lift::{lift, number_fault};
#[cfg(feature = "exports")]
pub use schema::schema;
pub(crate) use value::{described, number_of};

use crate::model::{
    CountDirection, HardwareAccess, MapAccess, MapCombinations, MapMemory, MapOrigin, Parameter, Placed,
    Reset, SkippedTest, Variant,
};

/// The whole file.
#[derive(Debug)]
pub(crate) struct Source {
    pub(crate) name: Placed<String>,
    pub(crate) description: String,
    pub(crate) any_case: bool,
    pub(crate) window_bytes: Placed<u64>,
    pub(crate) width: Placed<u32>,
    pub(crate) same_cycle: String,
    pub(crate) parameters: Vec<Parameter>,
    pub(crate) enums: Vec<EnumSource>,
    /// Whether the names of all shared enums could be read.
    pub(crate) has_all_enums: bool,
    pub(crate) origin: Option<MapOrigin>,
    pub(crate) pages: Vec<PageSource>,
}

/// A type of named values that several fields share.
#[derive(Debug)]
pub(crate) struct EnumSource {
    pub(crate) name: Placed<String>,
    pub(crate) values: Vec<Variant>,
    /// Whether all of its values could be read.
    pub(crate) is_whole: bool,
    pub(crate) description: String,
}

/// A part of the window.
#[derive(Debug)]
pub(crate) struct PageSource {
    pub(crate) name: Placed<String>,
    pub(crate) base: Placed<u64>,
    pub(crate) size: Option<Placed<u64>>,
    pub(crate) relative: bool,
    pub(crate) description: String,
    pub(crate) registers: Vec<RegisterSource>,
    pub(crate) groups: Vec<GroupSource>,
    pub(crate) interrupts: Vec<InterruptSource>,
    /// Without the name of the page.
    pub(crate) memories: Vec<MapMemory>,
}

/// What registers, words and groups say about their fields, if they do.
#[derive(Clone, Debug)]
pub(crate) struct Defaults {
    pub(crate) width: Option<Placed<u32>>,
    pub(crate) access: Option<Placed<MapAccess>>,
    pub(crate) hardware: Option<Placed<HardwareAccess>>,
    pub(crate) guards: Vec<GuardSource>,
    pub(crate) constant: bool,
    pub(crate) spec: Option<String>,
}

/// A bit that decides whether a write has an effect.
#[derive(Clone, Debug)]
pub(crate) struct GuardSource {
    pub(crate) target: Placed<String>,
    pub(crate) opens_at: bool,
}

/// A register or an array of them, on a page or in a group.
#[derive(Debug)]
pub(crate) struct RegisterSource {
    pub(crate) name: Placed<String>,
    /// In a group: in the element.
    pub(crate) offset: Placed<u64>,
    pub(crate) dims: Vec<DimSource>,
    pub(crate) defaults: Defaults,
    pub(crate) queued: bool,
    pub(crate) fields: Vec<FieldSource>,
    /// Whether all of its fields could be read.
    pub(crate) is_whole: bool,
    pub(crate) legal: Option<MapCombinations>,
    pub(crate) alias_of: Option<Placed<String>>,
    pub(crate) skipped_tests: Vec<SkippedTest>,
    pub(crate) hdl_path: Option<String>,
    pub(crate) same_cycle: Option<String>,
    pub(crate) description: String,
}

/// An array of elements with several named words each.
#[derive(Debug)]
pub(crate) struct GroupSource {
    pub(crate) name: Placed<String>,
    pub(crate) offset: Placed<u64>,
    pub(crate) dims: Vec<DimSource>,
    pub(crate) defaults: Defaults,
    pub(crate) description: String,
    pub(crate) reserved: Vec<Placed<u64>>,
    pub(crate) words: Vec<RegisterSource>,
}

/// A dimension of an array.
#[derive(Clone, Debug)]
pub(crate) struct DimSource {
    pub(crate) count: Placed<u64>,
    pub(crate) parameter: Option<String>,
    pub(crate) stride: Placed<u64>,
    pub(crate) index: String,
}

/// A field of a register.
#[derive(Debug)]
pub(crate) struct FieldSource {
    pub(crate) name: Placed<String>,
    pub(crate) bits: Placed<Vec<u64>>,
    pub(crate) reset: Placed<Reset>,
    pub(crate) parameter: Option<String>,
    pub(crate) defaults: Defaults,
    pub(crate) restriction: Restriction,
    pub(crate) pulse: bool,
    pub(crate) counter: Option<CountDirection>,
    pub(crate) saturates: bool,
    pub(crate) hdl_path: Option<String>,
    pub(crate) description: String,
}

/// How a field restricts its values.
#[derive(Debug, Default)]
pub(crate) struct Restriction {
    pub(crate) range: Option<Placed<(u64, u64)>>,
    pub(crate) multiple_of: Option<Placed<u64>>,
    pub(crate) enumeration: Option<Placed<String>>,
    pub(crate) values: Vec<Variant>,
    pub(crate) is_open: bool,
}

/// A set of interrupt sources.
#[derive(Debug)]
pub(crate) struct InterruptSource {
    pub(crate) status: InterruptRegisterSource,
    pub(crate) enable: Option<InterruptRegisterSource>,
    pub(crate) test: Option<InterruptRegisterSource>,
    pub(crate) sources: Vec<InterruptCauseSource>,
    pub(crate) spec: String,
}

/// A register of a set of interrupt sources.
#[derive(Debug)]
pub(crate) struct InterruptRegisterSource {
    pub(crate) name: Placed<String>,
    pub(crate) offset: Placed<u64>,
    pub(crate) skipped_tests: Vec<SkippedTest>,
    pub(crate) hdl_path: Option<String>,
    pub(crate) description: String,
}

/// An interrupt source.
#[derive(Debug)]
pub(crate) struct InterruptCauseSource {
    pub(crate) name: Placed<String>,
    pub(crate) bit: Placed<u64>,
    pub(crate) is_level: bool,
    pub(crate) reset: Option<Placed<u64>>,
    pub(crate) description: String,
}
