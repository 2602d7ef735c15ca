//! Registers: their place, their shape, and the effect of an access to the whole register.

use super::matched::{Matched, Renames, matched};
use super::{ChangeKind, Changes, field, hex, reserved};
use crate::model::{Dim, InterruptPart, Map, MapField, MapRegister, SkippedTest};
use std::collections::BTreeSet;

/// What is called differently in the new map.
pub(super) struct Names<'a> {
    pages: &'a Renames,
    pub(super) enums: &'a Renames,
    registers: &'a Renames,
    /// Fields with their registers: `LOCK.LOCKED`.
    pub(super) fields: &'a Renames,
}

pub(super) fn compare(old: &Map, new: &Map, pages: &Renames, enums: &Renames, changes: &mut Changes) {
    let all = matched(&old.registers, &new.registers, |register| &register.name, same);
    let registers = &all.renames(|register| &register.name);
    let names = Names { pages, enums, registers, fields: &field_renames(&all) };
    for gone in &all.gone {
        changes.add(ChangeKind::RegisterRemoved, &gone.name.value, hex(gone.offset.value), "");
    }
    all.both.iter().for_each(|(old, new)| one(old, new, &names, changes));
    for added in &all.added {
        changes.add(ChangeKind::RegisterAdded, &added.name.value, "", hex(added.offset.value));
    }
    reserved::compare(old, new, changes);
}

fn field_renames(registers: &Matched<'_, MapRegister>) -> Renames {
    let full =
        |register: &MapRegister, field: &MapField| format!("{}.{}", register.name.value, field.name.value);
    let of_register = |(old, new): &(&MapRegister, &MapRegister)| -> Vec<(String, String)> {
        let fields = field::same_fields(&old.fields, &new.fields).both;
        fields.iter().map(|(before, after)| (full(old, before), full(new, after))).collect()
    };
    registers.both.iter().flat_map(of_register).collect()
}

/// Returns whether the two differ in their name only: in its indices, or with the same place and the same fields.
fn same(old: &MapRegister, new: &MapRegister) -> bool {
    let shape = |one: &MapRegister| -> Vec<(u64, u64)> {
        one.dims.iter().map(|dim| (u64::from(dim.count.value), dim.stride.value)).collect()
    };
    let bits = |one: &MapRegister| -> Vec<u64> { one.fields.iter().map(|field| field.mask()).collect() };
    let is_alike = || {
        (old.offset.value, old.width.value) == (new.offset.value, new.width.value)
            && shape(old) == shape(new)
            && bits(old) == bits(new)
    };
    without_indices(old) == without_indices(new) || is_alike()
}

/// The name does not tell a register that has become an array from an array that has got another dimension.
fn without_indices(register: &MapRegister) -> String {
    register.name.value.replace("[]", "")
}

fn one(old: &MapRegister, new: &MapRegister, names: &Names<'_>, changes: &mut Changes) {
    let MapRegister {
        name,
        page,
        offset,
        width,
        dims,
        queued,
        fields,
        combinations: _,
        same_cycle: _,
        alias_of: _,
        interrupt: _,
        skipped_tests: _,
        hdl_path: _,
        description: _,
        spec: _,
    } = old;
    let place = name.value.as_str();
    if without_indices(old) != without_indices(new) {
        changes.add(ChangeKind::RegisterRenamed, place, place, &new.name.value);
    }
    changes.differ(ChangeKind::RegisterMoved, place, hex(offset.value), hex(new.offset.value));
    changes.differ(ChangeKind::RegisterRepaged, place, names.pages.now(page), &new.page);
    changes.differ(ChangeKind::RegisterResized, place, width.value, new.width.value);
    let said = |queued| if queued { "a command" } else { "stored at once" };
    changes.differ(ChangeKind::QueuedChanged, place, said(*queued), said(new.queued));
    compare_dims(place, dims, &new.dims, changes);
    match is_same_alias(old, new, names.registers) {
        true => field::compare_access(place, fields, &new.fields, changes),
        false => field::compare(place, fields, &new.fields, names, changes),
    }
    compare_combinations(old, new, changes);
    relations(old, new, names.registers, changes);
}

/// Returns whether both have the fields of the same register, where their changes are told.
fn is_same_alias(old: &MapRegister, new: &MapRegister, registers: &Renames) -> bool {
    match (&old.alias_of, &new.alias_of) {
        (Some(old), Some(new)) => registers.now(&old.value) == new.value,
        _ => false,
    }
}

/// What the register is to others: other registers, tests, the RTL.
fn relations(old: &MapRegister, new: &MapRegister, registers: &Renames, changes: &mut Changes) {
    let MapRegister { name, same_cycle, alias_of, interrupt, skipped_tests, hdl_path, .. } = old;
    let place = name.value.as_str();
    let alias = |target: Option<&str>| {
        target.map_or("a register of its own".to_owned(), |target| format!("an alias of {target}"))
    };
    let target = alias_of.as_ref().map(|target| registers.now(&target.value));
    let new_target = new.alias_of.as_ref().map(|target| target.value.as_str());
    changes.differ(ChangeKind::AliasChanged, place, alias(target), alias(new_target));
    let before = part(interrupt.as_ref(), |name| registers.now(name).to_owned());
    let after = part(new.interrupt.as_ref(), str::to_owned);
    changes.differ(ChangeKind::InterruptChanged, place, before, after);
    changes.same_cycle(place, same_cycle.as_deref(), new.same_cycle.as_deref());
    let said = |tests: &[SkippedTest]| match tests {
        [] => "none".to_owned(),
        some => some.iter().map(|test| test.as_str()).collect::<Vec<_>>().join(", "),
    };
    changes.differ(ChangeKind::SkippedTestsChanged, place, said(skipped_tests), said(&new.skipped_tests));
    changes.hdl_path(place, hdl_path.as_ref(), new.hdl_path.as_ref());
}

/// The part in an interrupt: `status, enabled by INTR_ENABLE`.
fn part(part: Option<&InterruptPart>, now: impl Fn(&str) -> String) -> String {
    let with = |verb: &str, register: &Option<String>| {
        register.as_ref().map_or(String::new(), |register| format!(", {verb} by {}", now(register)))
    };
    match part {
        None => "none".to_owned(),
        Some(InterruptPart::Status { enable, test }) => {
            format!("status{}{}", with("enabled", enable), with("tested", test))
        }
        Some(InterruptPart::Enable) => "enable".to_owned(),
        Some(InterruptPart::Test) => "test".to_owned(),
    }
}

fn compare_dims(place: &str, old: &[Dim], new: &[Dim], changes: &mut Changes) {
    if old.len() != new.len() {
        let indices = |dims: &[Dim]| match dims.len() {
            0 => "no index".to_owned(),
            1 => "an index".to_owned(),
            count => format!("{count} indices"),
        };
        return changes.add(ChangeKind::IndicesChanged, place, indices(old), indices(new));
    }
    for (old, new) in old.iter().zip(new) {
        // A count that a parameter sets is compared as a number: the parameter is compared by itself.
        let Dim { count, parameter: _, stride, index: _ } = old;
        changes.differ(ChangeKind::StrideChanged, place, stride.value, new.stride.value);
        let is_more = new.count.value > count.value;
        let kind = if is_more { ChangeKind::ArrayGrown } else { ChangeKind::ArrayShrunk };
        changes.differ(kind, place, count.value, new.count.value);
    }
}

/// More combinations are a widening, unless there was no restriction before.
fn compare_combinations(old: &MapRegister, new: &MapRegister, changes: &mut Changes) {
    let (before, after) = (combinations(old), combinations(new));
    if before == after {
        return;
    }
    let is_wider = match (&before, &after) {
        (Some((mask, old)), Some((new_mask, new))) => mask == new_mask && old.is_subset(new),
        (Some(_), None) => true,
        (None, _) => false,
    };
    let kind = if is_wider { ChangeKind::CombinationsWidened } else { ChangeKind::CombinationsNarrowed };
    let count = |all: Option<(u64, BTreeSet<u64>)>| {
        all.map_or("every combination".to_owned(), |(_, all)| format!("{} combinations", all.len()))
    };
    changes.add(kind, old.name.value.as_str(), count(before), count(after));
}

fn combinations(register: &MapRegister) -> Option<(u64, BTreeSet<u64>)> {
    let (mask, patterns) = register.legal_patterns()?;
    Some((mask, patterns.into_iter().collect()))
}
