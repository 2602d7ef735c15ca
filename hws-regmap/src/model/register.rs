//! Registers, arrays of them, the pages they are on, and unnamed words.

use super::{HardwareAccess, MapAccess, MapCombinations, MapField, MapLegal, Place, Placed, Reset};

/// A part of the window.
#[derive(Clone, Debug)]
pub struct MapPage {
    /// Its name.
    pub name: Placed<String>,
    /// Its first byte.
    pub base: Placed<u32>,
    /// Its length in bytes.
    pub size: Placed<u32>,
    /// Its contents.
    pub description: String,
}

/// A dimension of an array.
#[derive(Clone, Debug)]
pub struct Dim {
    /// Number of elements.
    pub count: Placed<u32>,
    /// The parameter that sets the number of elements, if one does.
    pub parameter: Option<String>,
    /// Bytes between adjacent elements.
    pub stride: Placed<u32>,
    /// The meaning of the index.
    pub index: String,
}

/// A register, or an array of registers with the same fields.
#[derive(Clone, Debug)]
pub struct MapRegister {
    /// The datasheet name, with `[]` in place of an index: `RS[].FLAGS`.
    pub name: Placed<String>,
    /// The page it is on.
    pub page: String,
    /// The byte offset of element 0.
    pub offset: Placed<u32>,
    /// The dimensions, outermost first; none for a single register.
    pub dims: Vec<Dim>,
    /// The bus side.
    pub access: Placed<MapAccess>,
    /// Whether a write is a command that takes effect at the next boundary.
    pub queued: bool,
    /// The hardware side.
    pub hardware: HardwareAccess,
    /// Where the hardware side is written.
    pub hardware_at: Place,
    /// The fields, from bit 0 up.
    pub fields: Vec<MapField>,
    /// Fields of which only some combinations are legal.
    pub combinations: Option<MapCombinations>,
    /// The order of a bus access and a tick in the same cycle, where it adds to the rule of the map.
    pub same_cycle: Option<String>,
    /// Its purpose.
    pub description: String,
    /// Its place in the specification, such as `registers.md §2`.
    pub spec: String,
}

impl MapRegister {
    /// Returns the number of elements in all dimensions; 1 for a single register.
    #[must_use]
    pub fn elements(&self) -> u32 {
        self.dims.iter().fold(1_u32, |product, dim| product.saturating_mul(dim.count.value))
    }

    /// Returns the byte offset of every element, in index order.
    #[must_use]
    pub fn offsets(&self) -> Vec<u64> {
        self.dims.iter().fold(vec![u64::from(self.offset.value)], |bases, dim| {
            let step = |base: u64| {
                (0..dim.count.value).map(move |i| base + u64::from(i) * u64::from(dim.stride.value))
            };
            bases.into_iter().flat_map(step).collect()
        })
    }

    /// Returns the bits that belong to a field.
    #[must_use]
    pub fn field_mask(&self) -> u32 {
        self.fields.iter().fold(0, |mask, field| mask | field.mask())
    }

    /// Returns the bits that a bus write can change.
    #[must_use]
    pub fn write_mask(&self) -> u32 {
        if self.access.value.is_writable() { self.field_mask() } else { 0 }
    }

    /// Returns the bits of pulse fields, which are not stored.
    #[must_use]
    pub fn pulse_mask(&self) -> u32 {
        self.fields.iter().filter(|field| field.pulse).fold(0, |mask, field| mask | field.mask())
    }

    /// Returns whether a read gives the value written, apart from pulse fields.
    #[must_use]
    pub fn is_stored(&self) -> bool {
        self.access.value == MapAccess::Rw && !self.queued
    }

    /// Returns whether a read gives hardware state instead of a stored word, as for read-only, popping and
    /// write-one-to-clear registers, and commands that can be read.
    #[must_use]
    pub fn is_state(&self) -> bool {
        self.access.value.is_readable() && !self.is_stored()
    }

    /// Returns whether a write has an effect beyond storing the word, as for commands, doorbells, write-one-to-clear
    /// registers, and registers with a pulse field.
    #[must_use]
    pub fn is_action(&self) -> bool {
        self.access.value.is_writable() && (!self.is_stored() || self.pulse_mask() != 0)
    }

    /// Returns whether a read removes the value that it returns.
    #[must_use]
    pub fn is_popped(&self) -> bool {
        self.access.value == MapAccess::Rp
    }

    /// Returns the reset value of an element.
    #[must_use]
    pub fn reset(&self, index: u32) -> u32 {
        // The cast loses nothing: `resets_fit_their_field` has refused maps in which it would.
        self.fields
            .iter()
            .fold(0, |word, field| word | field.place(field.reset.value.of_element(index) as u32))
    }

    /// Returns whether elements differ in their reset value.
    #[must_use]
    pub fn has_linear_reset(&self) -> bool {
        self.fields.iter().any(|field| matches!(field.reset.value, Reset::Linear { .. }))
    }

    /// Returns whether any value of any field is refused.
    #[must_use]
    pub fn restricts_values(&self) -> bool {
        self.combinations.is_some() || self.fields.iter().any(|field| !matches!(field.legal, MapLegal::Any))
    }

    /// Returns the legal combinations as a mask of the bits concerned and every legal pattern of them.
    #[must_use]
    pub fn legal_patterns(&self) -> Option<(u32, Vec<u32>)> {
        let combinations = self.combinations.as_ref()?;
        let fields: Vec<&MapField> =
            combinations.fields.iter().filter_map(|name| self.field(&name.value)).collect();
        let mask = fields.iter().fold(0, |mask, field| mask | field.mask());
        let pattern = |tuple: &Vec<u32>| {
            fields.iter().zip(tuple).fold(0, |word, (field, value)| word | field.place(*value))
        };
        Some((mask, combinations.tuples.iter().map(|tuple| pattern(&tuple.value)).collect()))
    }

    /// Returns the field with that name.
    #[must_use]
    pub fn field(&self, name: &str) -> Option<&MapField> {
        self.fields.iter().find(|field| field.name.value == name)
    }
}

/// An unnamed word that is mapped, in every element of a group.
#[derive(Clone, Debug)]
pub struct Reserved {
    /// The page it is on.
    pub page: String,
    /// The group, such as `RS[]`.
    pub group: String,
    /// The word's number in the element.
    pub word: Placed<u32>,
    /// The byte offset in element 0.
    pub offset: u32,
    /// Number of elements.
    pub count: u32,
    /// Bytes between elements.
    pub stride: u32,
}

impl Reserved {
    /// Returns the byte offset in every element.
    #[must_use]
    pub fn offsets(&self) -> Vec<u64> {
        (0..self.count).map(|i| u64::from(self.offset) + u64::from(i) * u64::from(self.stride)).collect()
    }
}
