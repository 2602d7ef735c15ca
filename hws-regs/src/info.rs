//! The description of a register that a program can read at run time.

use crate::{Access, FieldInfo, HwAccess, PAGES};

/// A register or an array of them, as the map describes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RegInfo {
    /// The datasheet name, with `[]` for each index: `RS[].FLAGS`.
    pub name: &'static str,
    /// How the bus accesses it.
    pub access: Access,
    /// Whether a write is a command, which acts at the next boundary.
    pub queued: bool,
    /// How the hardware accesses it.
    pub hardware: HwAccess,
    /// The byte offset of element 0.
    pub offset: u32,
    /// The number of elements in each dimension, outermost first; empty for a single register.
    pub dims: &'static [u16],
    /// The distance between neighbours in each dimension, in bytes.
    pub strides: &'static [u16],
    /// The bits that belong to a field; all others are reserved.
    pub field_mask: u32,
    /// The bits that a bus write changes; 0 if the register cannot be written.
    pub write_mask: u32,
    /// The bits of pulse fields: writing 1 acts and is not stored.
    pub pulse_mask: u32,
    /// Whether some values are illegal in every state ([`RegInfo::is_legal`]).
    pub restricted: bool,
    /// The fields, by ascending bit.
    pub fields: &'static [FieldInfo],
    /// Fields whose values are legal only in certain combinations.
    pub combinations: Option<Combinations>,
    /// The meaning of the register.
    pub description: &'static str,
    /// The chapter of the specification that defines it.
    pub spec: &'static str,
}

/// A page of the register window, as the map describes it: registers that belong together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PageInfo {
    /// The name: `STATUS`.
    pub name: &'static str,
    /// The byte offset of its first word.
    pub base: u32,
    /// The number of its bytes.
    pub size: u32,
    /// The meaning of its registers.
    pub description: &'static str,
}

/// The legal combinations of some fields, as bit patterns of the register.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Combinations {
    /// The bits of these fields.
    pub mask: u32,
    /// Every legal pattern of those bits.
    pub patterns: &'static [u32],
}

impl RegInfo {
    /// Returns whether `value` is legal: every field, and the combination of fields.
    ///
    /// Reserved bits are ignored. A write of a legal value may still be refused because of the state of the
    /// hardware.
    #[inline]
    #[must_use]
    pub fn is_legal(&self, value: u32) -> bool {
        !self.restricted || self.is_legal_by_fields(value)
    }

    fn is_legal_by_fields(&self, value: u32) -> bool {
        let fields = self.fields.iter().all(|field| field.legal.allows(field.extract(value)));
        let together = self.combinations.is_none_or(|combinations| combinations.allow(value));
        fields && together
    }

    /// Returns the field with this name.
    #[must_use]
    pub fn field(&self, name: &str) -> Option<&'static FieldInfo> {
        self.fields.iter().find(|field| field.name == name)
    }

    /// Returns the page that contains the register; every register of a valid map is in one.
    #[must_use]
    pub fn page(&self) -> Option<&'static PageInfo> {
        PAGES.iter().find(|page| (page.base..page.base.saturating_add(page.size)).contains(&self.offset))
    }

    /// Returns whether a read returns what was written, apart from pulse fields: a plain RW register, which
    /// [`crate::RegFile`] stores.
    #[must_use]
    pub const fn is_stored(&self) -> bool {
        matches!(self.access, Access::Rw) && !self.queued
    }
}

impl Combinations {
    /// Returns whether the combination of fields in `value` is legal.
    #[must_use]
    pub fn allow(&self, value: u32) -> bool {
        self.patterns.contains(&(value & self.mask))
    }
}
