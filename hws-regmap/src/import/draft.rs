//! What a reader has found in a description of registers, before it is a map.
//!
//! A draft has the structure of a map and the names of the file. Nothing in it is checked yet; [`super::repair`] makes
//! it a valid map.

use crate::model::{CountDirection, HardwareAccess, MapAccess, SkippedTest, Unit};

/// A whole block.
#[derive(Clone, Debug, Default)]
pub(super) struct Draft {
    pub(super) name: String,
    pub(super) description: String,
    /// The address of the block in its system, which a map does not have.
    pub(super) base: u64,
    pub(super) window_bytes: u64,
    pub(super) width: u32,
    /// The order of a bus access and a tick; empty if the file does not say.
    pub(super) same_cycle: String,
    pub(super) parameters: Vec<DraftParameter>,
    /// The types of named values, in the order of the file; readers may leave this to [`super::enums`].
    pub(super) enums: Vec<DraftEnum>,
    pub(super) pages: Vec<DraftPage>,
    /// The fingerprint of the map that the file was exported from, if it is an export of this crate.
    pub(super) fingerprint: Option<u64>,
}

/// A place in the file, and the identity of what is read there.
#[derive(Clone, Debug, Default)]
pub(super) struct Spot {
    /// Different for everything in a draft.
    pub(super) id: usize,
    /// From 1; 0 if it is not known.
    pub(super) line: u32,
    /// The name with those of what it is in: `CH[].CTRL.MODE`.
    pub(super) path: String,
}

#[derive(Clone, Debug)]
pub(super) struct DraftParameter {
    pub(super) at: Spot,
    pub(super) name: String,
    pub(super) value: u64,
    /// The least and the greatest value, if the file says so.
    pub(super) limits: Option<(u64, u64)>,
    pub(super) unit: Unit,
    pub(super) fixed: bool,
    pub(super) description: String,
    pub(super) spec: String,
}

#[derive(Clone, Debug, Default)]
pub(super) struct DraftPage {
    pub(super) at: Spot,
    pub(super) name: String,
    /// The first byte and the number of bytes, if the file says so.
    pub(super) range: Option<(u64, u64)>,
    pub(super) description: String,
    pub(super) registers: Vec<DraftRegister>,
    pub(super) groups: Vec<DraftGroup>,
    pub(super) memories: Vec<DraftMemory>,
}

/// An array of elements with several registers each.
#[derive(Clone, Debug, Default)]
pub(super) struct DraftGroup {
    pub(super) at: Spot,
    pub(super) name: String,
    /// In the window.
    pub(super) offset: u64,
    pub(super) dims: Vec<DraftDim>,
    pub(super) description: String,
    /// Numbers of words that are mapped without a name.
    pub(super) reserved: Vec<u64>,
    pub(super) words: Vec<DraftRegister>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct DraftDim {
    pub(super) count: u64,
    pub(super) stride: u64,
    pub(super) index: String,
}

#[derive(Clone, Debug, Default)]
pub(super) struct DraftRegister {
    pub(super) at: Spot,
    pub(super) name: String,
    /// Its name in the map that the file was exported from, where the format has it: `CH[].LINK[]`.
    pub(super) title: Option<String>,
    /// In the window, or in the element of its group.
    pub(super) offset: u64,
    pub(super) width: u32,
    pub(super) dims: Vec<DraftDim>,
    pub(super) queued: bool,
    /// The full name of the register whose storage it shows.
    pub(super) alias_of: Option<String>,
    pub(super) skipped_tests: Vec<SkippedTest>,
    pub(super) hdl_path: Option<String>,
    pub(super) combinations: Option<DraftCombinations>,
    pub(super) same_cycle: String,
    pub(super) description: String,
    pub(super) spec: String,
    pub(super) fields: Vec<DraftField>,
}

/// Fields that are legal only together.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct DraftCombinations {
    pub(super) fields: Vec<String>,
    /// One value for each field.
    pub(super) tuples: Vec<Vec<u64>>,
}

#[derive(Clone, Debug)]
pub(super) struct DraftField {
    pub(super) at: Spot,
    pub(super) name: String,
    pub(super) msb: u32,
    pub(super) lsb: u32,
    pub(super) access: MapAccess,
    /// The usual one of the access, if the file does not say.
    pub(super) hardware: Option<HardwareAccess>,
    pub(super) constant: bool,
    pub(super) reset: DraftReset,
    pub(super) legal: DraftLegal,
    pub(super) pulse: bool,
    pub(super) counter: Option<(CountDirection, bool)>,
    pub(super) guards: Vec<DraftGuard>,
    pub(super) hdl_path: Option<String>,
    pub(super) description: String,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum DraftReset {
    Unknown,
    Constant(u64),
    Linear { base: u64, step: u64 },
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum DraftLegal {
    Any,
    Range(u64, u64),
    MultipleOf(u64),
    Named { enumeration: DraftEnum, is_open: bool },
}

/// A type of named values.
#[derive(Clone, Debug, Default)]
pub(super) struct DraftEnum {
    pub(super) at: Spot,
    /// Empty if the file gives none.
    pub(super) name: String,
    /// Whether the name is not from the file.
    pub(super) is_invented: bool,
    pub(super) description: String,
    pub(super) values: Vec<DraftValue>,
}

impl PartialEq for DraftEnum {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name && self.values == other.values
    }
}

#[derive(Clone, Debug)]
pub(super) struct DraftValue {
    pub(super) at: Spot,
    pub(super) name: String,
    pub(super) value: u64,
    pub(super) description: String,
}

impl PartialEq for DraftValue {
    fn eq(&self, other: &Self) -> bool {
        (&self.name, self.value, &self.description) == (&other.name, other.value, &other.description)
    }
}

/// A bit that decides whether writes have an effect.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct DraftGuard {
    /// By its full name: `CH[].LOCK`.
    pub(super) register: String,
    pub(super) field: String,
    pub(super) opens_at: bool,
}

#[derive(Clone, Debug)]
pub(super) struct DraftMemory {
    pub(super) at: Spot,
    pub(super) name: String,
    pub(super) offset: u64,
    pub(super) bytes: u64,
    pub(super) width: u32,
    pub(super) access: MapAccess,
    pub(super) hdl_path: Option<String>,
    pub(super) description: String,
}

impl DraftParameter {
    /// Returns a parameter with nothing but this.
    pub(super) fn new(at: Spot, name: String, value: u64) -> Self {
        let (description, spec) = (String::new(), String::new());
        Self { at, name, value, limits: None, unit: Unit::Count, fixed: false, description, spec }
    }
}

impl DraftRegister {
    /// Returns its size in bytes.
    pub(super) fn bytes(&self) -> u64 {
        u64::from(self.width / 8).max(1)
    }

    /// Returns the byte after its last element.
    pub(super) fn end(&self) -> u64 {
        reach(self.offset.saturating_add(self.bytes()), &self.dims)
    }
}

impl DraftField {
    /// Returns a field with nothing but this.
    pub(super) fn new(at: Spot, name: String, (msb, lsb): (u32, u32), access: MapAccess) -> Self {
        Self {
            at,
            name,
            msb,
            lsb,
            access,
            hardware: None,
            constant: false,
            reset: DraftReset::Unknown,
            legal: DraftLegal::Any,
            pulse: false,
            counter: None,
            guards: Vec::new(),
            hdl_path: None,
            description: String::new(),
        }
    }

    /// Returns the one field of a register without fields.
    pub(super) fn whole(at: Spot, width: u32, access: MapAccess) -> Self {
        Self::new(at, "VALUE".to_owned(), (width.saturating_sub(1), 0), access)
    }

    /// Returns the number of bits.
    pub(super) fn width(&self) -> u32 {
        self.msb.saturating_sub(self.lsb).saturating_add(1)
    }
}

impl DraftGroup {
    /// Returns the byte after its last element.
    pub(super) fn end(&self) -> u64 {
        let last = self.words.iter().map(DraftRegister::end).max().unwrap_or(0);
        reach(self.offset.saturating_add(last), &self.dims)
    }
}

impl DraftPage {
    /// Returns the first byte of its contents and the byte after them, if it has any.
    pub(super) fn extent(&self) -> Option<(u64, u64)> {
        let registers = self.registers.iter().map(|register| (register.offset, register.end()));
        let all = registers.chain(self.runs_beside_registers());
        all.reduce(|one, other| (one.0.min(other.0), one.1.max(other.1)))
    }

    /// Returns the first byte of each group and memory and the byte after it.
    pub(super) fn runs_beside_registers(&self) -> impl Iterator<Item = (u64, u64)> {
        let groups = self.groups.iter().map(|group| (group.offset, group.end()));
        let memories = self.memories.iter();
        groups.chain(memories.map(|memory| (memory.offset, memory.offset.saturating_add(memory.bytes))))
    }
}

/// Returns the least width of a register in a map that has so many bits.
pub(super) fn legal_width(bits: u32) -> u32 {
    bits.clamp(8, 64).next_power_of_two()
}

/// Returns the dimensions of an array without gaps between its rows; the innermost elements are `stride` apart.
pub(super) fn regular_dims(counts: Vec<u64>, stride: u64) -> Vec<DraftDim> {
    let mut dims: Vec<DraftDim> = Vec::new();
    for count in counts.into_iter().rev() {
        let stride = dims.first().map_or(stride, |dim| dim.count.saturating_mul(dim.stride));
        dims.insert(0, DraftDim { count, stride, index: String::new() });
    }
    dims
}

/// Returns the end of the last element of an array whose first element ends at `end`.
fn reach(end: u64, dims: &[DraftDim]) -> u64 {
    let beyond = |dim: &DraftDim| dim.count.saturating_sub(1).saturating_mul(dim.stride);
    dims.iter().map(beyond).fold(end, u64::saturating_add)
}
