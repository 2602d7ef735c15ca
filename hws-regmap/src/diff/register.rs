//! Registers: offset, array length and access.

use super::{Changes, field, matched};
use crate::model::{Map, MapRegister};

pub(super) fn compare(old: &Map, new: &Map, changes: &mut Changes) {
    let registers = matched(&old.registers, &new.registers, |register| &register.name);
    let mut added = registers.added;
    for gone in registers.gone {
        match added.iter().position(|new| new.offset.value == gone.offset.value) {
            Some(index) => {
                let new = added.remove(index);
                changes.breaking(&gone.name.value, format!("renamed to {}", new.name.value));
                one(gone, new, changes);
            }
            None => changes.breaking(&gone.name.value, format!("removed from 0x{:04x}", gone.offset.value)),
        }
    }
    registers.both.iter().for_each(|(old, new)| one(old, new, changes));
    for new in added {
        changes.compatible(&new.name.value, format!("added at 0x{:04x}", new.offset.value));
    }
}

fn one(old: &MapRegister, new: &MapRegister, changes: &mut Changes) {
    let name = old.name.value.as_str();
    let (before, after) = (old.offset.value, new.offset.value);
    changes.differ(name, &before, &after, || format!("moved from 0x{before:04x} to 0x{after:04x}"));
    let (before, after) = (access(old), access(new));
    changes.differ(name, &before, &after, || format!("was {before} and is {after}"));
    dims(old, new, changes);
    field::compare(old, new, changes);
    combinations(old, new, changes);
}

fn access(register: &MapRegister) -> String {
    let queued = if register.queued { " queued" } else { "" };
    format!("{}{queued} (hardware {})", register.access_text(), register.hardware_text())
}

fn dims(old: &MapRegister, new: &MapRegister, changes: &mut Changes) {
    let name = old.name.value.as_str();
    if old.dims.len() != new.dims.len() {
        changes.breaking(name, format!("had {} indices and has {}", old.dims.len(), new.dims.len()));
        return;
    }
    for (old, new) in old.dims.iter().zip(&new.dims) {
        let (before, after) = (old.stride.value, new.stride.value);
        changes.differ(name, &before, &after, || format!("stride was {before} and is {after}"));
        let (before, after) = (old.count.value, new.count.value);
        if before != after {
            changes.when(after < before, name, format!("had {before} elements and has {after}"));
        }
    }
}

/// More combinations are a widening, unless there was no restriction before.
fn combinations(old: &MapRegister, new: &MapRegister, changes: &mut Changes) {
    let (before, after) = (old.legal_patterns(), new.legal_patterns());
    if before == after {
        return;
    }
    let is_wider = match (&before, &after) {
        (Some((mask, old)), Some((new_mask, new))) => {
            mask == new_mask && old.iter().all(|pattern| new.contains(pattern))
        }
        (Some(_), None) => true,
        (None, _) => false,
    };
    changes.when(!is_wider, &old.name.value, "other combinations of fields are legal");
}
