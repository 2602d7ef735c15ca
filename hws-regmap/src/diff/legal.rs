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
            let is_wider = includes(&new.legal, &old.legal);
            if !is_wider || !includes(&old.legal, &new.legal) {
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

/// Returns whether every value of the `less` is one of the `more`.
fn includes(more: &MapLegal, less: &MapLegal) -> bool {
    match (less, more) {
        (_, MapLegal::Any) => true,
        (_, MapLegal::Enumerated(more)) if more.is_open => true,
        (MapLegal::Range { min, max }, MapLegal::Range { min: least, max: greatest }) => {
            least <= min && max <= greatest
        }
        (MapLegal::MultipleOf(step), MapLegal::MultipleOf(new_step)) => {
            step.checked_rem(*new_step) == Some(0)
        }
        (MapLegal::Enumerated(less), _) if !less.is_open => {
            less.variants.iter().all(|variant| more.allows(variant.value.value))
        }
        _ => false,
    }
}
