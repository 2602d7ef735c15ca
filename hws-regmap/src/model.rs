//! The resolved map: every name replaced by a number, every group by its registers.
//!
//! Invariants (established by `validate`): registers are in offset order, do not overlap, and are
//! inside their page and the window; fields are inside their register and do not overlap; names are
//! unique and have a Rust form; resets fit and are legal.

mod access;
mod field;
mod guard;
mod legal;
mod memory;
mod origin;
mod parameter;
mod placed;
mod register;

pub use access::{HardwareAccess, MapAccess, ReadEffect, WriteEffect};
pub(crate) use field::low_ones;
pub use field::{CountDirection, MapCounter, MapField, Reset};
pub use guard::WriteGuard;
pub use hws_input::{Place, Position, Span};
pub use legal::{Enumeration, MapCombinations, MapLegal, Variant};
pub use memory::MapMemory;
pub use origin::{MapImportFormat, MapOrigin};
pub use parameter::{Parameter, Unit};
pub use placed::Placed;
pub(crate) use register::offsets;
pub use register::{Dim, InterruptPart, MapGroup, MapPage, MapRegister, Reserved, SkippedTest};

use std::collections::BTreeSet;

/// A whole register map.
#[derive(Clone, Debug)]
pub struct Map {
    /// Name of the block.
    pub name: Placed<String>,
    /// Its purpose.
    pub description: String,
    /// Whether names may have lower case letters.
    pub any_case: bool,
    /// Size of the window in bytes.
    pub window_bytes: Placed<u64>,
    /// Bits of a register that does not say otherwise.
    pub width: u32,
    /// The order of a bus access and a tick in the same cycle, unless a register adds to it; empty if the map has no rule.
    pub same_cycle: String,
    /// The export of another map that this one was imported from, if it was.
    pub origin: Option<MapOrigin>,
    /// The parameters, in the order of the file.
    pub parameters: Vec<Parameter>,
    /// The types of named values that the map defines on their own, in the order of the file.
    pub shared_enums: Vec<Enumeration>,
    /// The pages, in the order of the file.
    pub pages: Vec<MapPage>,
    /// The groups, in the order of the file.
    pub groups: Vec<MapGroup>,
    /// Every register (an array counts once), by offset.
    pub registers: Vec<MapRegister>,
    /// Address ranges without registers, by offset.
    pub memories: Vec<MapMemory>,
    /// Unnamed words that are mapped and read 0, by offset.
    pub reserved: Vec<Reserved>,
}

impl Map {
    /// Returns the parameter of that name.
    #[must_use]
    pub fn parameter(&self, name: &str) -> Option<&Parameter> {
        self.parameters.iter().find(|parameter| parameter.name.value == name)
    }

    /// Returns every type of named values once: the shared ones, then those of the fields, in the order of the registers.
    #[must_use]
    pub fn enumerations(&self) -> Vec<&Enumeration> {
        let fields = self.registers.iter().flat_map(|register| &register.fields);
        let own = fields.filter_map(MapField::enumeration).filter(|enumeration| !enumeration.is_shared);
        // An alias has the fields of its target, and their types.
        let mut seen = BTreeSet::new();
        let all = self.shared_enums.iter().chain(own);
        all.filter(|enumeration| seen.insert((&enumeration.type_name.value, enumeration.type_name.place)))
            .collect()
    }

    /// Returns the register with that name, without indices: `RS[].FLAGS`.
    #[must_use]
    pub fn register(&self, name: &str) -> Option<&MapRegister> {
        self.registers.iter().find(|register| register.name.value == name)
    }
}
