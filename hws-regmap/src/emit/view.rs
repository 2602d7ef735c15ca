//! The map as the templates see it, with every number computed and every shape decided.
//!
//! A template only writes. Questions such as whether an array is contiguous, which words form a group and
//! where the gaps between fields are, are answered here once for all formats.

mod field;
mod layout;
mod page;
mod register;

use super::ExportOptions;
use crate::fingerprint::fingerprint;
use crate::model::{Map, Parameter, Unit};
use field::EnumView;
use layout::Layout;
use page::{MemoryView, PageView};
use register::RegisterView;
use serde::Serialize;

/// A whole map.
#[derive(Serialize)]
pub(super) struct MapView<'a> {
    name: &'a str,
    description: &'a str,
    /// What macros of C begin with.
    prefix: String,
    fingerprint: String,
    window_bytes: u64,
    /// The address of the window in the system; 0 if the system adds it.
    base: u64,
    /// Bits of a register that does not say otherwise.
    width: u32,
    same_cycle: &'a str,
    parameters: Vec<ParameterView<'a>>,
    pages: Vec<PageView<'a>>,
    registers: Vec<RegisterView<'a>>,
    memories: Vec<MemoryView<'a>>,
    enums: Vec<EnumView<'a>>,
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
}

impl<'a> MapView<'a> {
    /// Creates the view of a valid map.
    pub(super) fn new(map: &'a Map, options: &ExportOptions) -> Self {
        let prefix = options.prefix.as_deref().unwrap_or(&map.name.value).to_ascii_uppercase();
        let layout = Layout::new(map, prefix.clone());
        Self {
            name: &map.name.value,
            description: &map.description,
            prefix,
            fingerprint: format!("0x{:016x}", fingerprint(map)),
            window_bytes: map.window_bytes.value,
            base: options.base,
            width: map.width,
            same_cycle: &map.same_cycle,
            parameters: map.parameters.iter().map(parameter).collect(),
            pages: map.pages.iter().map(|page| PageView::new(map, page, &layout)).collect(),
            registers: map.registers.iter().map(|register| RegisterView::new(register, &layout)).collect(),
            memories: map.memories.iter().map(page::memory).collect(),
            enums: EnumView::all(map),
        }
    }
}

fn parameter(parameter: &Parameter) -> ParameterView<'_> {
    ParameterView {
        name: &parameter.name.value,
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
    }
}
