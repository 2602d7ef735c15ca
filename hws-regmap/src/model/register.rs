//! Registers, arrays of them, the pages they are on, and unnamed words.

use super::{
    HardwareAccess, MapAccess, MapCombinations, MapField, MapLegal, Placed, ReadEffect, Reset, low_ones,
};

/// A part of the window.
#[derive(Clone, Debug)]
pub struct MapPage {
    /// Its name.
    pub name: Placed<String>,
    /// Its first byte.
    pub base: Placed<u64>,
    /// Its length in bytes.
    pub size: Placed<u64>,
    /// Whether offsets on it are written from its base.
    pub is_relative: bool,
    /// Its contents.
    pub description: String,
}

/// A group, whose words are registers named `GROUP[].WORD`.
#[derive(Clone, Debug)]
pub struct MapGroup {
    /// Its name.
    pub name: Placed<String>,
    /// Its purpose.
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
    pub stride: Placed<u64>,
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
    /// The byte offset of element 0 in the window.
    pub offset: Placed<u64>,
    /// Its bits: 8, 16, 32 or 64.
    pub width: Placed<u32>,
    /// The dimensions, outermost first; none for a single register.
    pub dims: Vec<Dim>,
    /// Whether a write is a command that takes effect at the next boundary.
    pub queued: bool,
    /// The fields, from bit 0 up.
    pub fields: Vec<MapField>,
    /// Fields with illegal combinations.
    pub combinations: Option<MapCombinations>,
    /// The order of a bus access and a tick in the same cycle, where it adds to the rule of the map.
    pub same_cycle: Option<String>,
    /// The register, by its full name, whose storage this one shows at another address.
    pub alias_of: Option<Placed<String>>,
    /// Its part in a set of interrupt sources, if it has one.
    pub interrupt: Option<InterruptPart>,
    /// The automatic tests that must leave it alone.
    pub skipped_tests: Vec<SkippedTest>,
    /// Where it is in the RTL, relative to the block.
    pub hdl_path: Option<String>,
    /// Its purpose.
    pub description: String,
    /// Its place in the specification, such as `registers.md §2`; empty if the map does not say.
    pub spec: String,
}

/// The part of a register in a set of interrupt sources.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InterruptPart {
    /// The pending sources, with the names of the registers that enable and test them.
    Status {
        /// The register that enables the sources.
        enable: Option<String>,
        /// The register that raises them for a test.
        test: Option<String>,
    },
    /// Which sources raise the interrupt.
    Enable,
    /// Raises sources for a test.
    Test,
}

/// An automatic test of registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SkippedTest {
    /// Compares the value after reset.
    Reset,
    /// Writes through one path and reads through another.
    Access,
    /// Writes and reads back every bit.
    BitBash,
}

impl SkippedTest {
    /// Every test, in declaration order.
    pub const ALL: &'static [Self] = &[Self::Reset, Self::Access, Self::BitBash];

    /// Returns the word used in the file.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Reset => "reset",
            Self::Access => "access",
            Self::BitBash => "bit_bash",
        }
    }
}

impl MapRegister {
    /// Returns the number of elements in all dimensions; 1 for a single register.
    #[must_use]
    pub fn elements(&self) -> u32 {
        self.dims.iter().fold(1_u32, |product, dim| product.saturating_mul(dim.count.value))
    }

    /// Returns its size in bytes.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        u64::from(self.width.value / 8)
    }

    /// Returns the byte offset of every element, in index order.
    #[must_use]
    pub fn offsets(&self) -> Vec<u64> {
        offsets(self.offset.value, &self.dims)
    }

    /// Returns all bits of the register.
    #[must_use]
    pub fn all_bits(&self) -> u64 {
        low_ones(self.width.value)
    }

    /// Returns the bits of the fields for which the condition holds.
    pub fn mask_of(&self, mut condition: impl FnMut(&MapField) -> bool) -> u64 {
        self.fields.iter().filter(|field| condition(field)).fold(0, |mask, field| mask | field.mask())
    }

    /// Returns the bits that belong to a field.
    #[must_use]
    pub fn field_mask(&self) -> u64 {
        self.mask_of(|_| true)
    }

    /// Returns the bits that a bus write can change.
    #[must_use]
    pub fn write_mask(&self) -> u64 {
        self.mask_of(|field| field.access.value.is_writable())
    }

    /// Returns the bits of pulse fields, which are not stored.
    #[must_use]
    pub fn pulse_mask(&self) -> u64 {
        self.mask_of(|field| field.pulse)
    }

    /// Returns the access of every field, if they all have the same.
    #[must_use]
    pub fn uniform_access(&self) -> Option<MapAccess> {
        let first = self.fields.first()?.access.value;
        self.fields.iter().all(|field| field.access.value == first).then_some(first)
    }

    /// Returns the access of every field in a word; every distinct one if they differ: `RO, W1C`.
    #[must_use]
    pub fn access_text(&self) -> String {
        let mut words: Vec<&str> = self.fields.iter().map(|field| field.access.value.as_str()).collect();
        words.sort_unstable();
        words.dedup();
        words.join(", ")
    }

    /// Returns the hardware side of the storage at these bits: that of the fields there, if there are any.
    pub(crate) fn hardware_of(&self, mask: u64) -> Option<HardwareAccess> {
        let fields = self.fields.iter().filter(|field| field.mask() & mask != 0);
        fields.map(|field| field.hardware.value).reduce(HardwareAccess::and)
    }

    /// Returns the hardware side of every field, as [`Self::access_text`] does.
    #[must_use]
    pub fn hardware_text(&self) -> String {
        let mut words: Vec<&str> = self.fields.iter().map(|field| field.hardware.value.as_str()).collect();
        words.sort_unstable();
        words.dedup();
        words.join(", ")
    }

    /// Returns whether a bus read is allowed.
    #[must_use]
    pub fn is_readable(&self) -> bool {
        self.fields.iter().any(|field| field.access.value.is_readable())
    }

    /// Returns whether a bus write is allowed.
    #[must_use]
    pub fn is_writable(&self) -> bool {
        self.fields.iter().any(|field| field.access.value.is_writable())
    }

    /// Returns whether a read gives the value written, apart from pulse fields.
    #[must_use]
    pub fn is_stored(&self) -> bool {
        let is_stored =
            |field: &MapField| field.access.value == MapAccess::Rw && (field.pulse || !field.is_volatile());
        !self.queued && self.fields.iter().all(is_stored)
    }

    /// Returns whether a read gives hardware state instead of a stored word, as for read-only, popping and
    /// write-one-to-clear registers, and commands that can be read.
    #[must_use]
    pub fn is_state(&self) -> bool {
        self.is_readable() && !self.is_stored()
    }

    /// Returns whether a write has an effect beyond storing the word, as for commands, doorbells, write-one-to-clear
    /// registers, and registers with a pulse field.
    #[must_use]
    pub fn is_action(&self) -> bool {
        self.is_writable() && (!self.is_stored() || self.pulse_mask() != 0)
    }

    /// Returns whether a read removes the value that it returns.
    #[must_use]
    pub fn is_popped(&self) -> bool {
        self.fields.iter().any(|field| field.access.value.read() == ReadEffect::Pops)
    }

    /// Returns whether a read changes the register.
    #[must_use]
    pub fn has_read_effect(&self) -> bool {
        self.fields.iter().any(|field| field.access.value.has_read_effect())
    }

    /// Returns whether a read may differ from the last write.
    #[must_use]
    pub fn is_volatile(&self) -> bool {
        self.fields.iter().any(MapField::is_volatile)
    }

    /// Returns the reset value of an element; bits that reset does not determine are 0.
    #[must_use]
    pub fn reset(&self, index: u32) -> u64 {
        // The cast loses nothing: `resets_fit_their_field` has refused maps in which it would.
        self.fields
            .iter()
            .fold(0, |word, field| word | field.place(field.reset.value.of_element(index) as u64))
    }

    /// Returns the bits that reset determines.
    #[must_use]
    pub fn reset_mask(&self) -> u64 {
        self.mask_of(|field| field.reset.value != Reset::Unknown)
    }

    /// Returns whether elements differ in their reset value.
    #[must_use]
    pub fn has_linear_reset(&self) -> bool {
        self.elements() > 1
            && self.fields.iter().any(|field| matches!(field.reset.value, Reset::Linear { step: 1.., .. }))
    }

    /// Returns whether any value of any field is refused.
    #[must_use]
    pub fn restricts_values(&self) -> bool {
        let is_free = |field: &MapField| match &field.legal {
            MapLegal::Any => true,
            MapLegal::Enumerated(enumeration) => enumeration.is_open,
            _ => false,
        };
        self.combinations.is_some() || !self.fields.iter().all(is_free)
    }

    /// Returns the legal combinations as a mask of the bits concerned and every legal pattern of them.
    #[must_use]
    pub fn legal_patterns(&self) -> Option<(u64, Vec<u64>)> {
        let combinations = self.combinations.as_ref()?;
        let fields: Vec<&MapField> =
            combinations.fields.iter().filter_map(|name| self.field(&name.value)).collect();
        let mask = fields.iter().fold(0, |mask, field| mask | field.mask());
        let pattern = |tuple: &Vec<u64>| {
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
    pub word: Placed<u64>,
    /// The byte offset in element 0.
    pub offset: u64,
    /// The dimensions of the group, outermost first.
    pub dims: Vec<Dim>,
}

impl Reserved {
    /// Returns the byte offset in every element.
    #[must_use]
    pub fn offsets(&self) -> Vec<u64> {
        offsets(self.offset, &self.dims)
    }
}

/// Returns the byte offset of every element of an array, in index order.
pub(crate) fn offsets(first: u64, dims: &[Dim]) -> Vec<u64> {
    dims.iter().fold(vec![first], |bases, dim| {
        let step = |base: u64| {
            (0..dim.count.value).map(move |i| base.wrapping_add(u64::from(i).wrapping_mul(dim.stride.value)))
        };
        bases.into_iter().flat_map(step).collect()
    })
}
