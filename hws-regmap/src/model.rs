//! The resolved map: every name replaced by a number, every group by its registers.
//!
//! Invariants (established by `validate`): registers stand in offset order, do not overlap, lie
//! inside their page and the window; fields lie inside their register and do not overlap; names are
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
pub use register::{Dim, MapRegister, Page, Reserved};

/// A whole register map.
#[derive(Clone, Debug)]
pub struct Map {
    /// Name of the block.
    pub name: String,
    /// Size of the window in bytes.
    pub window_bytes: Placed<u32>,
    /// What happens when a bus access and a tick meet, unless a register says more.
    pub same_cycle: String,
    /// The parameters, in the order of the file.
    pub parameters: Vec<Parameter>,
    /// The pages, in the order of the file.
    pub pages: Vec<Page>,
    /// Every register (arrays once), by offset.
    pub registers: Vec<MapRegister>,
    /// Words that are mapped, read 0 and have no name, by offset.
    pub reserved: Vec<Reserved>,
}

impl Map {
    /// The parameter of that name.
    #[must_use]
    pub fn parameter(&self, name: &str) -> Option<&Parameter> {
        self.parameters.iter().find(|parameter| parameter.name.value == name)
    }
}
