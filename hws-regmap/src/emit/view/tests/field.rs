//! A field for the register tests.

use super::super::field::{read_word, write_word};
use super::limits::Limits;
use crate::model::{MapField, MapRegister, Reset, WriteGuard};
use serde::Serialize;
use std::collections::BTreeMap;

/// The number of each register by its name, and the register.
pub(super) type Numbers<'a> = BTreeMap<&'a str, (usize, &'a MapRegister)>;

/// A field.
#[derive(Serialize)]
pub(super) struct TestedField<'a> {
    name: &'a str,
    lsb: u32,
    width: u32,
    /// The effect of a read: hidden, kept, clears, sets, pops.
    read: &'static str,
    /// The effect of a write, as for other templates.
    write: &'static str,
    pulse: bool,
    /// Whether the hardware may change it.
    volatile: bool,
    /// Whether reset determines the value: `reset` + `step` × the number of the element.
    pub(super) known: bool,
    reset: u64,
    step: u64,
    /// The number of its legal values.
    limit: usize,
    guards: Vec<TestedGuard>,
    hdl_path: Option<&'a str>,
}

/// A bit that decides about writes of the field.
#[derive(Serialize)]
struct TestedGuard {
    /// The number of its register.
    register: usize,
    bit: u32,
    opens_at: bool,
    /// Whether the hardware may change it.
    volatile: bool,
}

impl<'a> TestedField<'a> {
    /// Creates the row of a field whose storage is that of `origin`, which is another one only for an alias.
    pub(super) fn new(
        field: &'a MapField,
        origin: &MapField,
        numbers: &Numbers<'_>,
        limits: &mut Limits,
    ) -> Self {
        let (known, reset, step) = match field.reset.value {
            Reset::Unknown => (false, 0, 0),
            Reset::Constant(value) => (true, value, 0),
            Reset::Linear { base, step } => (true, base, step),
        };
        Self {
            name: &field.name.value,
            lsb: field.lsb(),
            width: field.width(),
            read: read_word(field.access.value.read()),
            write: write_word(field.access.value.write()),
            pulse: field.pulse,
            volatile: origin.is_volatile() && !field.pulse,
            known: known || field.pulse,
            reset,
            step,
            limit: limits.number(field),
            guards: field.guards.iter().filter_map(|guard| tested_guard(guard, numbers)).collect(),
            hdl_path: field.hdl_path.as_deref(),
        }
    }
}

fn tested_guard(guard: &WriteGuard, numbers: &Numbers<'_>) -> Option<TestedGuard> {
    let (number, register) = numbers.get(guard.register.as_str())?;
    let field = register.field(&guard.field)?;
    let (bit, volatile) = (field.lsb(), field.is_volatile());
    Some(TestedGuard { register: *number, bit, opens_at: guard.opens_at, volatile })
}
