//! What is known of a register.

use crate::{Access, FieldInfo, HwAccess};

/// A register or an array of them, as the map describes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RegInfo {
    /// The datasheet name, `[]` where an index stands: `RS[].FLAGS`.
    pub name: &'static str,
    /// The bus side.
    pub access: Access,
    /// A write is a command that acts at the next boundary.
    pub queued: bool,
    /// The hardware side.
    pub hardware: HwAccess,
    /// The byte offset of element 0.
    pub offset: u32,
    /// The number of elements in each dimension, outermost first; empty for a single register.
    pub dims: &'static [u16],
    /// The bytes between neighbours in each dimension.
    pub strides: &'static [u16],
    /// The bits that belong to a field; the others are reserved.
    pub field_mask: u32,
    /// The bits that a bus write takes; 0 when it may not be written.
    pub write_mask: u32,
    /// The bits whose written ones act and are not stored.
    pub pulse_mask: u32,
    /// A write of some values is refused, whatever the state ([`RegInfo::is_legal`]).
    pub restricted: bool,
    /// The fields, from bit 0 up.
    pub fields: &'static [FieldInfo],
    /// Fields that are legal only together.
    pub combinations: Option<Combinations>,
    /// What it is.
    pub description: &'static str,
    /// Its place in the spec.
    pub spec: &'static str,
}

/// The legal combinations of some fields, as bit patterns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Combinations {
    /// The bits of the fields concerned.
    pub mask: u32,
    /// Every legal pattern of those bits.
    pub patterns: &'static [u32],
}

impl RegInfo {
    /// Whether a write of `value` is accepted: every field legal, and their combination.
    ///
    /// Reserved bits are ignored. What depends on the state of the hardware is not judged here.
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

    /// The field of that name.
    #[must_use]
    pub fn field(&self, name: &str) -> Option<&'static FieldInfo> {
        self.fields.iter().find(|field| field.name == name)
    }

    /// A write is stored and a read gives it back (pulse fields apart): what [`crate::RegFile`] holds.
    #[must_use]
    pub const fn is_stored(&self) -> bool {
        matches!(self.access, Access::Rw) && !self.queued
    }
}

impl Combinations {
    /// Whether the fields concerned are legal together in `value`.
    #[must_use]
    pub fn allow(&self, value: u32) -> bool {
        self.patterns.contains(&(value & self.mask))
    }
}
