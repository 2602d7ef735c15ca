//! The resolved map: every name replaced by a number, every group by its registers.
//!
//! Invariants (established by `validate`): registers are in offset order, do not overlap, and are
//! inside their page and the window; fields are inside their register and do not overlap; names are
//! unique and have a Rust form; resets fit and are legal.

mod access;
mod field;
mod legal;
mod parameter;
mod placed;
mod register;

pub use access::{HardwareAccess, MapAccess};
pub use field::{MapField, Reset};
pub use hws_input::{Place, Position, Span};
pub use legal::{Enumeration, MapCombinations, MapLegal, Variant};
pub use parameter::{Parameter, Unit};
pub use placed::Placed;
pub use register::{Dim, MapPage, MapRegister, Reserved};

/// A whole register map.
#[derive(Clone, Debug)]
pub struct Map {
    /// Name of the block.
    pub name: Placed<String>,
    /// Size of the window in bytes.
    pub window_bytes: Placed<u32>,
    /// The order of a bus access and a tick in the same cycle, unless a register adds to it.
    pub same_cycle: String,
    /// The parameters, in the order of the file.
    pub parameters: Vec<Parameter>,
    /// The pages, in the order of the file.
    pub pages: Vec<MapPage>,
    /// Every register (an array counts once), by offset.
    pub registers: Vec<MapRegister>,
    /// Unnamed words that are mapped and read 0, by offset.
    pub reserved: Vec<Reserved>,
}

impl Map {
    /// Returns the parameter of that name.
    #[must_use]
    pub fn parameter(&self, name: &str) -> Option<&Parameter> {
        self.parameters.iter().find(|parameter| parameter.name.value == name)
    }
}
