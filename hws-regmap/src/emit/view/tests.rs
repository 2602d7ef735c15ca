//! The map as the register tests see it: tables whose rows name each other by number.
//!
//! What a test may do with a register is decided here, once for both languages.

mod field;
mod limits;
mod verdict;

use super::super::ExportOptions;
use crate::fingerprint::fingerprint;
use crate::model::{Map, MapField, MapRegister};
use field::{Numbers, TestedField};
use limits::{Limit, Limits};
use serde::Serialize;
use std::collections::BTreeSet;
use verdict::Verdict;

/// The tables.
#[derive(Serialize)]
pub(in super::super) struct TestsView<'a> {
    name: &'a str,
    /// What names in C begin with.
    prefix: String,
    fingerprint: String,
    /// The address of the window in the system; 0 if the system adds it.
    base: u64,
    registers: Vec<TestedRegister<'a>>,
    limits: Vec<Limit>,
    /// The named values of all limits.
    values: Vec<u64>,
    /// Whether the map has memories, which no test touches.
    has_memories: bool,
}

/// A register, or an array of registers.
#[derive(Serialize)]
struct TestedRegister<'a> {
    title: &'a str,
    offset: u64,
    width: u32,
    dims: Vec<(u32, u64)>,
    may: Verdict,
    /// Whether its bits, or those of the register it is an alias of, decide about writes of others.
    guards: bool,
    /// Whether another register has the same storage.
    shared: bool,
    /// The number of the register it is an alias of.
    target: Option<usize>,
    /// The bits that it shares with that register.
    target_mask: u64,
    /// The bits with illegal combinations, and the legal combinations.
    pattern_mask: u64,
    patterns: Vec<u64>,
    hdl_path: Option<&'a str>,
    fields: Vec<TestedField<'a>>,
}

impl<'a> TestsView<'a> {
    /// Creates the tables of a valid map.
    pub(in super::super) fn new(map: &'a Map, options: &ExportOptions) -> Self {
        let mut builder = Builder::new(map);
        let registers = map.registers.iter().map(|register| builder.register(register)).collect();
        let prefix = options.prefix.as_deref().unwrap_or(&map.name.value).to_ascii_lowercase();
        Self {
            name: &map.name.value,
            prefix,
            fingerprint: format!("0x{:016x}", fingerprint(map)),
            base: options.base,
            registers,
            limits: builder.limits.rows,
            values: builder.limits.values,
            has_memories: !map.memories.is_empty(),
        }
    }
}

/// What is known about the other registers while the row of one is made.
struct Builder<'a> {
    /// The number of each register.
    numbers: Numbers<'a>,
    guards: BTreeSet<&'a str>,
    /// The registers that have an alias.
    targets: BTreeSet<&'a str>,
    /// Those whose storage changes when one of its registers is read.
    changing: BTreeSet<&'a str>,
    limits: Limits,
}

impl<'a> Builder<'a> {
    fn new(map: &'a Map) -> Self {
        let fields = map.registers.iter().flat_map(|register| &register.fields);
        let guards = fields.flat_map(|field| &field.guards).map(|guard| guard.register.as_str()).collect();
        let numbered = map.registers.iter().zip(0..);
        Self {
            numbers: numbered
                .map(|(register, number)| (register.name.value.as_str(), (number, register)))
                .collect(),
            guards,
            targets: map.registers.iter().filter_map(alias_of).collect(),
            changing: map
                .registers
                .iter()
                .filter(|register| register.has_read_effect())
                .map(storage)
                .collect(),
            limits: Limits::new(),
        }
    }

    fn register(&mut self, register: &'a MapRegister) -> TestedRegister<'a> {
        let name = register.name.value.as_str();
        let target = alias_of(register).and_then(|name| self.numbers.get(name).copied());
        let origin = target.map(|(_, origin)| origin);
        let target = target.filter(|(_, origin)| is_element_by_element(register, origin));
        let (pattern_mask, patterns) = register.legal_patterns().unwrap_or_default();
        let shared = register.alias_of.is_some() || self.targets.contains(name);
        // Another read may already have changed what is shared.
        let is_reset = !shared || !self.changing.contains(storage(register));
        let mut fields = Vec::new();
        for field in &register.fields {
            let same = origin.and_then(|origin| twin(field, origin));
            let mut row = TestedField::new(field, same.unwrap_or(field), &self.numbers, &mut self.limits);
            row.known &= is_reset;
            fields.push(row);
        }
        TestedRegister {
            title: name,
            offset: register.offset.value,
            width: register.width.value,
            dims: register.dims.iter().map(|dim| (dim.count.value, dim.stride.value)).collect(),
            may: Verdict::new(register),
            guards: [name, storage(register)].iter().any(|name| self.guards.contains(name)),
            shared,
            target: target.map(|(number, _)| number),
            target_mask: origin.map_or(0, |origin| register.mask_of(|field| twin(field, origin).is_some())),
            pattern_mask,
            patterns,
            hdl_path: register.hdl_path.as_deref(),
            fields,
        }
    }
}

fn alias_of(register: &MapRegister) -> Option<&str> {
    register.alias_of.as_ref().map(|alias| alias.value.as_str())
}

/// The register whose storage it shows.
fn storage(register: &MapRegister) -> &str {
    alias_of(register).unwrap_or(&register.name.value)
}

/// Whether each element has an element of the target as its storage, or all have the only one.
fn is_element_by_element(alias: &MapRegister, target: &MapRegister) -> bool {
    let counts =
        |register: &MapRegister| -> Vec<u32> { register.dims.iter().map(|dim| dim.count.value).collect() };
    target.dims.is_empty() || counts(alias) == counts(target)
}

/// The field of the target with the same bits.
fn twin<'a>(field: &MapField, target: &'a MapRegister) -> Option<&'a MapField> {
    target.fields.iter().find(|other| (other.lsb(), other.width()) == (field.lsb(), field.width()))
}
