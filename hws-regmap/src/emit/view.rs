//! The map as the templates see it, with every number computed and every shape decided.
//!
//! A template only writes. Questions such as whether an array is contiguous, which words form a group and
//! where the gaps between fields are, are answered here once for all formats.

mod field;
mod layout;
mod notes;
mod page;
mod register;
pub(super) mod tests;

use super::ExportOptions;
use crate::fingerprint::fingerprint_in;
use crate::model::{HardwareAccess, Map, MapAccess, MapField, MapRegister, Parameter, Unit};
use crate::names::ident;
use field::EnumView;
use layout::Layout;
use page::{GroupNoteView, MemoryView, PageView, RangeView};
use register::RegisterView;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// A whole map.
#[derive(Serialize)]
pub(super) struct MapView<'a> {
    name: &'a str,
    description: &'a str,
    /// The description with the order of a bus access and a tick.
    full_description: String,
    /// What macros of C begin with.
    prefix: String,
    fingerprint: String,
    window_bytes: u64,
    /// The address of the window in the system; 0 if the system adds it.
    base: u64,
    /// Bits of a register that does not say otherwise.
    width: u32,
    same_cycle: &'a str,
    /// Whether there is more than the accesses that the HWS needs: others, guards, aliases, bits for software alone.
    general: bool,
    parameters: Vec<ParameterView<'a>>,
    pages: Vec<PageView<'a>>,
    registers: Vec<RegisterView<'a>>,
    memories: Vec<MemoryView<'a>>,
    /// The window in pieces: its memories, and what is around them.
    ranges: Vec<RangeView<'a>>,
    enums: Vec<EnumView<'a>>,
    /// The bits of each type of named values: those of the widest field that has it.
    enum_widths: BTreeMap<&'a str, u32>,
    groups: Vec<GroupNoteView<'a>>,
}

#[derive(Serialize)]
struct ParameterView<'a> {
    name: &'a str,
    value: u64,
    min: u64,
    max: u64,
    fixed: bool,
    unit: &'static str,
    description: &'a str,
    spec: &'a str,
    /// The name, made distinct from those of registers, groups and memories.
    instance: String,
    /// The description with its reference, its unit, and whether it is fixed.
    full_description: String,
}

impl<'a> MapView<'a> {
    /// Creates the view of a valid map for a format.
    pub(super) fn new(map: &'a Map, options: &ExportOptions, format: &str) -> Self {
        let prefix = options.prefix.as_deref().unwrap_or(&map.name.value).to_ascii_uppercase();
        let layout = Layout::new(map, &prefix);
        Self {
            name: &map.name.value,
            description: &map.description,
            full_description: notes::of_map(&map.description, &map.same_cycle),
            prefix,
            fingerprint: format!("0x{:016x}", fingerprint_in(map, format)),
            window_bytes: map.window_bytes.value,
            base: options.base,
            width: map.width,
            same_cycle: &map.same_cycle,
            general: map.registers.iter().any(is_general),
            parameters: parameters(map),
            pages: map.pages.iter().map(|page| PageView::new(map, page, &layout)).collect(),
            registers: map.registers.iter().map(|register| RegisterView::new(register, &layout)).collect(),
            memories: map.memories.iter().map(page::memory).collect(),
            ranges: page::ranges(map, 0, map.window_bytes.value),
            enum_widths: field::enum_widths(map),
            enums: EnumView::all(map),
            groups: map.groups.iter().map(|group| page::note(map, group)).collect(),
        }
    }
}

fn is_general(register: &MapRegister) -> bool {
    use MapAccess::{Ro, Rp, Rw, W1c, Wo};
    let is_other = |field: &MapField| {
        !matches!(field.access.value, Ro | Rp | Rw | W1c | Wo)
            || field.hardware.value == HardwareAccess::Neither
            || !field.guards.is_empty()
    };
    register.alias_of.is_some() || register.fields.iter().any(is_other)
}

fn parameters(map: &Map) -> Vec<ParameterView<'_>> {
    let registers = map.registers.iter().map(|register| ident(&register.name.value));
    let groups = map.groups.iter().map(|group| group.name.value.clone());
    let memories = map.memories.iter().map(|memory| memory.name.value.clone());
    let taken: BTreeSet<String> = registers.chain(groups).chain(memories).collect();
    map.parameters.iter().map(|one| parameter(one, &taken)).collect()
}

fn parameter<'a>(parameter: &'a Parameter, taken: &BTreeSet<String>) -> ParameterView<'a> {
    let name = &parameter.name.value;
    // The elements of an array that is unrolled have numbers: `A_0_1`.
    let stem = name.trim_end_matches(|c: char| c == '_' || c.is_ascii_digit());
    let is_taken = taken.contains(name) || taken.contains(stem);
    let mut instance = if is_taken { format!("PARAM_{name}") } else { name.clone() };
    while taken.contains(&instance) {
        instance.push('_');
    }
    ParameterView {
        instance,
        name,
        value: parameter.value.value,
        min: parameter.min,
        max: parameter.max,
        fixed: parameter.fixed,
        unit: match parameter.unit {
            Unit::Count => "count",
            Unit::Cycles => "cycles",
        },
        description: &parameter.description,
        spec: &parameter.spec,
        full_description: notes::of_parameter(parameter),
    }
}
