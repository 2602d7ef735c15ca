//! The values that software may write, or that the hardware reports.

use super::enumeration::{is_status, one};
use super::matched::Renames;
use super::{ChangeKind, Changes};
use crate::model::{Enumeration, MapField, MapLegal};

pub(super) fn compare(place: &str, old: &MapField, new: &MapField, enums: &Renames, changes: &mut Changes) {
    match (old.enumeration(), new.enumeration()) {
        (Some(before), Some(after)) => {
            // The values of a shared type are compared once, with the map.
            let is_known = before.is_shared
                && after.is_shared
                && enums.now(&before.type_name.value) == after.type_name.value;
            if !is_known {
                one(place, before, after, is_status(new), changes);
            }
            openness(place, before, after, new, changes);
        }
        (before, after) => {
            if let Some(before) = before {
                changes.add(ChangeKind::EnumDetached, place, &before.type_name.value, "");
            }
            if let Some(after) = after {
                changes.add(ChangeKind::EnumAttached, place, "", &after.type_name.value);
            }
            let is_wider = includes(new, old);
            if !is_wider || !includes(old, new) {
                changes.add(kind(new, is_wider), place, &old.legal, &new.legal);
            }
        }
    }
}

fn openness(place: &str, before: &Enumeration, after: &Enumeration, field: &MapField, changes: &mut Changes) {
    let said = |one: &Enumeration| if one.is_open { "any value" } else { "the named values" };
    changes.differ(kind(field, after.is_open), place, said(before), said(after));
}

fn kind(field: &MapField, is_wider: bool) -> ChangeKind {
    match (is_status(field), is_wider) {
        (false, true) => ChangeKind::LegalWidened,
        (false, false) => ChangeKind::LegalNarrowed,
        (true, true) => ChangeKind::StatusWidened,
        (true, false) => ChangeKind::StatusNarrowed,
    }
}

/// Returns whether a write of any value that fits is accepted, however the map says so.
pub(super) fn is_unrestricted(field: &MapField) -> bool {
    includes_all(&field.legal, 0, field.max())
}

/// Returns whether every value that the `less` may have is one of the `more`.
fn includes(more: &MapField, less: &MapField) -> bool {
    match &less.legal {
        MapLegal::Range { min, max } => includes_all(&more.legal, *min, *max),
        MapLegal::MultipleOf(step) => includes_multiples(more, less, *step),
        MapLegal::Enumerated(one) if !one.is_open => {
            one.variants.iter().all(|variant| more.legal.allows(variant.value.value))
        }
        MapLegal::Any | MapLegal::Enumerated(_) => includes_all(&more.legal, 0, less.max()),
    }
}

fn includes_multiples(more: &MapField, less: &MapField, step: u64) -> bool {
    let greatest = less.max() - less.max().checked_rem(step).unwrap_or(0);
    match more.legal {
        MapLegal::MultipleOf(new_step) => step.checked_rem(new_step) == Some(0),
        _ => includes_all(&more.legal, 0, greatest),
    }
}

/// Returns whether every value from `min` to `max` is legal.
fn includes_all(legal: &MapLegal, min: u64, max: u64) -> bool {
    match legal {
        MapLegal::Any => true,
        MapLegal::Range { min: least, max: greatest } => *least <= min && max <= *greatest,
        MapLegal::MultipleOf(step) => *step == 1 || (min == max && legal.allows(min)),
        MapLegal::Enumerated(one) => {
            let values = one.variants.iter().map(|variant| variant.value.value);
            // The values are distinct, so their number decides.
            let named = values.filter(|value| (min..=max).contains(value)).count();
            one.is_open || named as u128 == u128::from(max - min) + 1
        }
    }
}
