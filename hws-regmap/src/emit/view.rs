//! The map as the templates see it, with every number computed and every shape decided.
//!
//! A template only writes. Questions such as whether an array is contiguous, which words form a group and
//! where the gaps between fields are, are answered here once for all formats.

mod field;
mod page;
mod register;

use crate::fingerprint::fingerprint;
use crate::model::{Map, Parameter, Unit};
use field::EnumView;
use page::PageView;
use register::RegisterView;
use serde::Serialize;

/// A whole map.
#[derive(Serialize)]
pub(super) struct MapView<'a> {
    name: &'a str,
    fingerprint: String,
    window_bytes: u32,
    same_cycle: &'a str,
    parameters: Vec<ParameterView<'a>>,
    pages: Vec<PageView<'a>>,
    registers: Vec<RegisterView<'a>>,
    enums: Vec<EnumView<'a>>,
}

#[derive(Serialize)]
struct ParameterView<'a> {
    name: &'a str,
    value: u32,
    min: u32,
    max: u32,
    fixed: bool,
    unit: &'static str,
    description: &'a str,
    spec: &'a str,
}

impl<'a> MapView<'a> {
    /// Creates the view of a valid map.
    pub(super) fn new(map: &'a Map) -> Self {
        Self {
            name: &map.name.value,
            fingerprint: format!("0x{:016x}", fingerprint(map)),
            window_bytes: map.window_bytes.value,
            same_cycle: &map.same_cycle,
            parameters: map.parameters.iter().map(parameter).collect(),
            pages: map.pages.iter().map(|page| PageView::new(map, page)).collect(),
            registers: map.registers.iter().map(|register| RegisterView::new(map, register)).collect(),
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
