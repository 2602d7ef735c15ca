//! Reads, validates and exports a register map, the single source of a device's registers.
//!
//! A map passes through these modules:
//!
//! 1. `files` and `parse`: the bytes of the map and of the files it includes become one tree in which every value has
//!    its place, and which is compared with the shape of a map;
//! 2. `source`: the tree becomes plain structs; the same table of shapes is the JSON [`schema()`];
//! 3. `resolve`: parameter names become numbers and groups become registers: a [`Map`];
//! 4. `validate`: one file for each property that later steps rely on, and `lint`: one for each warning;
//! 5. [`emit`]: a valid map is exported in the formats of every team's tools.
//!
//! Every fault is a [`MapDiagnostic`] with a place, a code and a remedy, and all faults are reported in one
//! run; [`render`] shows them in the style of a compiler. Any input yields a map or diagnostics, in bounded
//! time and memory.
//!
//! ```
//! let map = hws_regmap::load(hws_regs::REGMAP_YAML, "regmap.yaml").expect("the shipped map is valid");
//! assert!(map.registers.iter().any(|register| register.name.value == "RS[].FLAGS"));
//! ```
//!
//! The crate does not know the registers of the HWS: their map and their types are in hws-regs.

mod check;
pub mod diagnostic;
pub mod diff;
pub mod emit;
mod files;
mod fingerprint;
#[cfg(feature = "import")]
pub mod import;
mod lint;
pub mod model;
mod names;
mod parse;
#[cfg(feature = "diagnostics")]
mod render;
mod resolve;
mod source;
mod validate;

/// Values and errors of JSON in signatures are of this crate.
#[cfg(any(feature = "exports", feature = "import"))]
pub use serde_json;

pub use check::{CheckedMap, check, check_files, load, load_bytes};
pub use diagnostic::{Code, MapDiagnostic};
pub use diff::{Change, ChangeKind, Dependent, DiffSeverity, diff};
pub use files::MapText;
pub use fingerprint::fingerprint;
pub use hws_input::{DiagnosticNote, DiagnosticSeverity};
pub use model::{
    CountDirection, Dim, Enumeration, HardwareAccess, InterruptPart, Map, MapAccess, MapCombinations,
    MapCounter, MapField, MapGroup, MapImportFormat, MapLegal, MapMemory, MapOrigin, MapPage, MapRegister,
    Parameter, Place, Placed, Position, ReadEffect, Reserved, Reset, SkippedTest, Span, Unit, Variant,
    WriteEffect, WriteGuard,
};
pub use names::{pascal_case, snake_case};
#[cfg(feature = "diagnostics")]
pub use render::{Paint, render, render_in};
#[cfg(feature = "exports")]
pub use source::schema;

/// The most diagnostics reported: more than can be fixed in one go, and a bound for malicious texts.
pub(crate) const MOST_DIAGNOSTICS: usize = 10_000;
