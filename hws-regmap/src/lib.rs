//! Reads, validates and exports `regmap.yaml`, the single source of the HWS's CF registers.
//!
//! A map passes through these modules:
//!
//! 1. `parse`: the bytes become a tree in which every value has its place, and the tree is compared
//!    with the shape of a map;
//! 2. `source`: the tree becomes plain structs; the same table of shapes is the JSON [`schema()`];
//! 3. `resolve`: parameter names become numbers and groups become registers: a [`Map`];
//! 4. `validate`: one file for each property that later steps rely on;
//! 5. [`emit`]: a valid map is exported in the formats of every team's tools.
//!
//! Every fault is a [`Diagnostic`] with a place, a code and a remedy, and all faults are reported in one
//! run; [`render`] shows them in the style of a compiler. Any input yields a map or diagnostics, in bounded
//! time and memory.
//!
//! ```
//! let map = hws_regmap::load(hws_regmap::BUILT_IN, "regmap.yaml").expect("the shipped map is valid");
//! assert!(map.registers.iter().any(|register| register.name.value == "RS[].FLAGS"));
//! ```
//!
//! The crate names no register of the HWS.

pub mod diagnostic;
pub mod diff;
pub mod emit;
mod fingerprint;
pub mod model;
mod names;
mod parse;
#[cfg(feature = "diagnostics")]
mod render;
mod resolve;
mod source;
mod validate;

pub use diagnostic::{Code, Diagnostic, Note};
pub use diff::{Change, DiffSeverity, diff};
pub use fingerprint::fingerprint;
pub use model::{
    CountDirection, Dim, Enumeration, HardwareAccess, InterruptPart, Map, MapAccess, MapCombinations,
    MapCounter, MapField, MapGroup, MapLegal, MapMemory, MapPage, MapRegister, Parameter, Place, Placed,
    Position, ReadEffect, Reserved, Reset, SkippedTest, Span, Unit, Variant, WriteEffect, WriteGuard,
};
pub use names::{pascal_case, snake_case};
#[cfg(feature = "diagnostics")]
pub use render::{Paint, render};
#[cfg(feature = "exports")]
pub use source::schema;

/// The text of the workspace's `regmap.yaml`.
pub const BUILT_IN: &str = include_str!("../../regmap.yaml");

/// The most diagnostics reported: more than can be fixed in one go, and a bound for malicious texts.
const MOST_DIAGNOSTICS: usize = 10_000;

/// Parses, resolves and validates a map.
///
/// `file_name` is used in the diagnostics only.
///
/// # Errors
/// Every diagnostic, in the order of the file; at most 10,000. A text that is not YAML yields exactly one,
/// because nothing after the error can be trusted.
///
/// ```
/// let broken = hws_regmap::BUILT_IN.replace("offset: 0x0004", "offset: 0x0000");
/// let diagnostics = hws_regmap::load(&broken, "broken.yaml").unwrap_err();
/// assert_eq!(diagnostics[0].code.as_str(), "registers-overlap");
/// ```
pub fn load(text: &str, file_name: &str) -> Result<Map, Vec<Diagnostic>> {
    let (map, mut diagnostics) = match parse::parse(text) {
        Ok(node) => judge(&node),
        Err(diagnostic) => (None, vec![*diagnostic]),
    };
    if let Some(map) = map.filter(|_| diagnostics.is_empty()) {
        return Ok(map);
    }
    diagnostics.sort_by_key(|diagnostic| (diagnostic.place, diagnostic.code));
    diagnostics.truncate(MOST_DIAGNOSTICS);
    Err(diagnostics.into_iter().map(|diagnostic| diagnostic.in_file(file_name)).collect())
}

/// Like [`load`], for bytes that may not be text.
///
/// # Errors
/// As for [`load`]; bytes that are not UTF-8 yield one diagnostic.
///
/// ```
/// let diagnostics = hws_regmap::load_bytes(b"name: \xff", "broken.yaml").unwrap_err();
/// assert_eq!(diagnostics[0].to_string().split(": ").nth(1), Some("not-text"));
/// assert_eq!((diagnostics[0].place.line(), diagnostics[0].place.column()), (1, 7));
/// ```
pub fn load_bytes(bytes: &[u8], file_name: &str) -> Result<Map, Vec<Diagnostic>> {
    match str::from_utf8(bytes) {
        Ok(text) => load(text, file_name),
        Err(error) => Err(vec![parse::not_text(bytes, error.valid_up_to()).in_file(file_name)]),
    }
}

/// Returns the map, as far as it can be built from the tree, and every fault.
fn judge(node: &hws_input::yaml::Node) -> (Option<Map>, Vec<Diagnostic>) {
    let shape = parse::conform(node, &source::shape::MAP);
    let (source, mut found) = source::lift(node);
    let (map, unresolved) = resolve::resolve(source);
    let is_whole = shape.is_whole && found.is_empty();
    found.extend(unresolved);
    found.extend(validate::validate(&map));
    found.retain(|diagnostic| {
        is_whole || diagnostic.code == Code::UnknownParameter || !diagnostic.code.needs_the_whole_map()
    });
    found.extend(shape.diagnostics);
    (Some(map), found)
}
