//! Reads, validates and emits `regmap.yaml`, the single source of the HWS's CF registers.
//!
//! The way of a map through this crate, one module a step:
//!
//! 1. `parse`: the text becomes plain structs that know where each value stands;
//! 2. `resolve`: parameter names become numbers and groups become registers: a [`Map`];
//! 3. `validate`: one file per fact the rest may rely on; every broken fact is a [`Diagnostic`]
//!    with a line, a column and a remedy, and all of them are reported in one run;
//! 4. [`emit`]: a valid map becomes Rust ([`emit::rust()`], used by the build script of `hws-regs`)
//!    or JSON ([`emit::json()`]).
//!
//! ```
//! let map = hws_regmap::load(hws_regmap::BUILT_IN, "regmap.yaml").expect("the shipped map is valid");
//! assert!(map.registers.iter().any(|register| register.name.value == "RS[].FLAGS"));
//! ```
//!
//! What it does not do: it renders no diagnostics (a caller has the position and the text), and it
//! knows no register of the HWS by name.

pub mod diagnostic;
pub mod emit;
mod fingerprint;
pub mod model;
mod names;
mod parse;
mod resolve;
mod source;
mod validate;

pub use diagnostic::{Code, Diagnostic};
pub use fingerprint::fingerprint;
pub use model::{
    Access, Combinations, Dim, Enumeration, Field, Hardware, Legal, Map, Page, Parameter, Placed, Position,
    Register, Reserved, Reset, Unit, Variant,
};
pub use names::{pascal_case, snake_case};

/// The text of the workspace's `regmap.yaml`.
pub const BUILT_IN: &str = include_str!("../../regmap.yaml");

/// Parses, resolves and validates a map.
///
/// `file_name` is only for the diagnostics.
///
/// # Errors
/// Every diagnostic of the run, in the order of the file. A text that does not parse yields exactly
/// one, because nothing behind it can be trusted.
///
/// ```
/// let broken = hws_regmap::BUILT_IN.replace("offset: 0x0004", "offset: 0x0000");
/// let diagnostics = hws_regmap::load(&broken, "broken.yaml").unwrap_err();
/// assert_eq!(diagnostics[0].code.as_str(), "registers-overlap");
/// ```
pub fn load(text: &str, file_name: &str) -> Result<Map, Vec<Diagnostic>> {
    let parsed = parse::parse(text).map_err(|diagnostic| vec![diagnostic.in_file(file_name)])?;
    let (map, mut diagnostics) = resolve::resolve(parsed);
    diagnostics.extend(validate::validate(&map));
    if diagnostics.is_empty() {
        return Ok(map);
    }
    diagnostics.sort_by_key(|diagnostic| (diagnostic.position, diagnostic.code));
    Err(diagnostics.into_iter().map(|diagnostic| diagnostic.in_file(file_name)).collect())
}
