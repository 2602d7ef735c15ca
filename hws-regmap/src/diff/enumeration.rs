//! Named values: those of shared types once, those of other fields with their field.

use super::matched::{Renames, matched};
use super::{ChangeKind, Changes};
use crate::model::{Enumeration, Map, MapField, Variant};

pub(super) fn compare(old: &Map, new: &Map, changes: &mut Changes) -> Renames {
    let enums = matched(&old.shared_enums, &new.shared_enums, |one| &one.type_name, same_values);
    // A field may define the type on its own instead: the sources are the same.
    let defines = |map: &Map, one: &Enumeration| {
        fields(map).filter_map(MapField::enumeration).any(|its| its.type_name.value == one.type_name.value)
    };
    for gone in enums.gone.iter().filter(|gone| !defines(new, gone)) {
        changes.add(ChangeKind::EnumRemoved, &gone.type_name.value, &gone.type_name.value, "");
    }
    for added in enums.added.iter().filter(|added| !defines(old, added)) {
        changes.add(ChangeKind::EnumAdded, &added.type_name.value, "", &added.type_name.value);
    }
    for (old, new_type) in &enums.both {
        let is_status = fields(new).any(|field| {
            let its_type = field.enumeration();
            its_type.is_some_and(|one| one.type_name.value == new_type.type_name.value) && is_status(field)
        });
        one(&old.type_name.value, old, new_type, is_status, changes);
    }
    enums.renames(|one| &one.type_name)
}

/// Returns whether the values come from the hardware: software only reads them.
pub(super) fn is_status(field: &MapField) -> bool {
    field.access.value.is_readable() && !field.access.value.is_writable()
}

/// Names and encodings.
pub(super) fn one(place: &str, old: &Enumeration, new: &Enumeration, is_status: bool, changes: &mut Changes) {
    // Whether it is open is a property of the field, and so compared there.
    let Enumeration { type_name, variants, is_open: _, is_shared: _, description: _ } = old;
    changes.differ(ChangeKind::EnumRenamed, place, &type_name.value, &new.type_name.value);
    let same = |old: &Variant, new: &Variant| old.value.value == new.value.value;
    let values = matched(variants, &new.variants, |variant| &variant.name, same);
    values.gone.iter().for_each(|gone| changes.add(ChangeKind::ValueRemoved, place, text(gone), ""));
    for (old, new) in values.both {
        let is_renamed = old.name.value != new.name.value;
        let kind = if is_renamed { ChangeKind::ValueRenamed } else { ChangeKind::ValueChanged };
        let after = if is_renamed { new.name.value.clone() } else { new.value.value.to_string() };
        if is_renamed || !same(old, new) {
            changes.add(kind, place, text(old), after);
        }
    }
    let kind = if is_status { ChangeKind::StatusValueAdded } else { ChangeKind::ValueAdded };
    values.added.iter().for_each(|added| changes.add(kind, place, "", text(added)));
}

fn fields(map: &Map) -> impl Iterator<Item = &MapField> {
    // What an alias shows, another register holds.
    map.registers.iter().filter(|register| register.alias_of.is_none()).flat_map(|register| &register.fields)
}

fn text(variant: &Variant) -> String {
    format!("{} = {}", variant.name.value, variant.value.value)
}

fn same_values(old: &Enumeration, new: &Enumeration) -> bool {
    let values = |one: &Enumeration| -> Vec<(String, u64)> {
        one.variants.iter().map(|variant| (variant.name.value.clone(), variant.value.value)).collect()
    };
    values(old) == values(new)
}
