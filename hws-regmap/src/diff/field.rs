//! Fields: their bits, resets and legal values.

use super::{Changes, matched};
use crate::model::{Enumeration, MapField, MapLegal, MapRegister};

pub(super) fn compare(old: &MapRegister, new: &MapRegister, changes: &mut Changes) {
    let fields = matched(&old.fields, &new.fields, |field| &field.name);
    let full = |field: &MapField| format!("{}.{}", old.name.value, field.name.value);
    let mut added = fields.added;
    for gone in fields.gone {
        match added.iter().position(|new| new.mask() == gone.mask()) {
            Some(index) => {
                let new = added.remove(index);
                changes.breaking(&full(gone), format!("renamed to {}", new.name.value));
                one(&full(gone), gone, new, changes);
            }
            None => changes.breaking(&full(gone), format!("removed from {}", bits(gone))),
        }
    }
    fields.both.iter().for_each(|(old, new)| one(&full(old), old, new, changes));
    added.iter().for_each(|new| changes.compatible(&full(new), format!("added at {}", bits(new))));
}

fn one(name: &str, old: &MapField, new: &MapField, changes: &mut Changes) {
    let (before, after) = (bits(old), bits(new));
    changes.differ(name, &before, &after, || format!("moved from {before} to {after}"));
    let (before, after) = (old.reset.value, new.reset.value);
    changes.differ(name, &before, &after, || format!("reset was {before} and is {after}"));
    changes.differ(name, &old.pulse, &new.pulse, || {
        if new.pulse { "became a pulse" } else { "is no longer a pulse" }.to_owned()
    });
    legal(name, &old.legal, &new.legal, changes);
}

fn bits(field: &MapField) -> String {
    match field.width() {
        1 => format!("[{}]", field.lsb()),
        _ => format!("[{}:{}]", field.msb(), field.lsb()),
    }
}

fn legal(name: &str, old: &MapLegal, new: &MapLegal, changes: &mut Changes) {
    if let (MapLegal::Enumerated(old), MapLegal::Enumerated(new)) = (old, new) {
        return values(name, old, new, changes);
    }
    let (before, after) = (old.to_string(), new.to_string());
    if before != after {
        changes.when(!is_wider(old, new), name, format!("legal was {before} and is {after}"));
    }
}

/// Returns whether every value that was legal still is.
fn is_wider(old: &MapLegal, new: &MapLegal) -> bool {
    match (old, new) {
        (_, MapLegal::Any) => true,
        (MapLegal::Range { min, max }, MapLegal::Range { min: new_min, max: new_max }) => {
            new_min <= min && max <= new_max
        }
        (MapLegal::MultipleOf(step), MapLegal::MultipleOf(new_step)) => {
            step.checked_rem(*new_step) == Some(0)
        }
        _ => false,
    }
}

fn values(name: &str, old: &Enumeration, new: &Enumeration, changes: &mut Changes) {
    let variants = matched(&old.variants, &new.variants, |variant| &variant.name);
    for gone in variants.gone {
        changes.breaking(name, format!("value {} = {} removed", gone.name.value, gone.value.value));
    }
    for (old, new) in variants.both {
        let (before, after) = (old.value.value, new.value.value);
        changes.differ(name, &before, &after, || {
            format!("value {} was {before} and is {after}", old.name.value)
        });
    }
    for added in variants.added {
        changes.compatible(name, format!("value {} = {} added", added.name.value, added.value.value));
    }
}
