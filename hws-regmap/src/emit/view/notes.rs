//! Sentences for what a format has no place for but the description.

use super::register::split;
use crate::model::{CountDirection, Dim, MapField, MapLegal, MapRegister, WriteGuard};

/// Returns the description of a field, and what else is to know of it.
pub(super) fn of_field(field: &MapField) -> String {
    let multiple = match &field.legal {
        MapLegal::MultipleOf(step) => Some(format!("A multiple of {step}.")),
        _ => None,
    };
    let pulse = field.pulse.then(|| "Writing 1 acts at once and is not stored.".to_owned());
    let counter = field.counter.map(|counter| {
        let end = if counter.saturates { ", and stops at its ends" } else { "" };
        format!("The hardware counts {}{end}.", direction(counter.direction))
    });
    let guards = field.guards.iter().map(guard);
    let known = std::iter::once(field.description.clone()).chain(multiple).chain(pulse).chain(counter);
    join(known.chain(guards))
}

/// Returns the description of a register with its reference to the specification, and what else is to know of it.
pub(super) fn of_register(register: &MapRegister) -> String {
    let spec = (!register.spec.is_empty()).then(|| format!("[{}]", register.spec));
    let queued = register.queued.then(|| "A write is a command.".to_owned());
    let alias = register.alias_of.as_ref().map(|alias| format!("The storage is that of {}.", alias.value));
    let known = std::iter::once(register.description.clone()).chain(spec).chain(queued).chain(alias);
    join(known.chain(index(register)))
}

/// Returns what the indices of an array mean, but for those of its group.
fn index(register: &MapRegister) -> Option<String> {
    let own = indices(register.dims.get(split(register).2..).unwrap_or_default());
    (!own.is_empty()).then(|| format!("Index: {own}."))
}

/// Returns what the indices of these dimensions mean, if anything.
pub(super) fn indices(dims: &[Dim]) -> String {
    let meanings = dims.iter().map(|dim| dim.index.as_str()).filter(|text| !text.is_empty());
    meanings.collect::<Vec<_>>().join("; ")
}

fn guard(guard: &WriteGuard) -> String {
    let value = u8::from(guard.opens_at);
    format!("Writable only while {}.{} is {value}.", guard.register, guard.field)
}

fn direction(direction: CountDirection) -> &'static str {
    match direction {
        CountDirection::Up => "up",
        CountDirection::Down => "down",
        CountDirection::UpDown => "up and down",
    }
}

fn join(sentences: impl Iterator<Item = String>) -> String {
    sentences.filter(|sentence| !sentence.is_empty()).collect::<Vec<_>>().join(" ")
}
