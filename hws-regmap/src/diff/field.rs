//! Fields: their bits, resets and the effect of an access.

use super::matched::{Matched, matched};
use super::register::Names;
use super::{ChangeKind, Changes, legal};
use crate::model::{MapCounter, MapField, Reset, WriteEffect, WriteGuard};

pub(super) fn compare(
    register: &str,
    old: &[MapField],
    new: &[MapField],
    names: &Names<'_>,
    changes: &mut Changes,
) {
    let full = |field: &MapField| format!("{register}.{}", field.name.value);
    let fields = same_fields(old, new);
    fields.gone.iter().for_each(|gone| changes.add(ChangeKind::FieldRemoved, full(gone), bits(gone), ""));
    fields.both.iter().for_each(|(old, new)| one(&full(old), old, new, names, changes));
    fields.added.iter().for_each(|added| changes.add(added_kind(added), full(added), "", introduced(added)));
}

/// Matches fields by name, then by their bits.
pub(super) fn same_fields<'a>(old: &'a [MapField], new: &'a [MapField]) -> Matched<'a, MapField> {
    matched(old, new, |field| &field.name, |old, new| old.mask() == new.mask())
}

/// What an alias can have of its own.
pub(super) fn compare_access(register: &str, old: &[MapField], new: &[MapField], changes: &mut Changes) {
    for (old, new) in matched(old, new, |field| &field.name, |_, _| false).both {
        sides(&format!("{register}.{}", old.name.value), old, new, changes);
    }
}

/// What a new field in bits that were reserved, read 0 and ignored writes, does to software that does not know it.
pub(super) fn added_kind(field: &MapField) -> ChangeKind {
    if field.access.value.has_read_effect() {
        return ChangeKind::FieldAddedReadEffect;
    }
    if field.reset.value != Reset::Constant(0) {
        return ChangeKind::FieldAddedWithReset;
    }
    if is_changed_by_zeros(field) {
        return ChangeKind::FieldAddedWriteEffect;
    }
    match legal::is_unrestricted(field) || !field.access.value.is_writable() {
        true => ChangeKind::FieldAdded,
        false => ChangeKind::FieldAddedRestricted,
    }
}

/// Returns whether software that writes 0 to reserved bits sets or toggles bits of the field.
fn is_changed_by_zeros(field: &MapField) -> bool {
    matches!(field.access.value.write(), WriteEffect::ZeroSets | WriteEffect::ZeroToggles | WriteEffect::Sets)
}

/// The bits of a new field, with what may disturb.
fn introduced(field: &MapField) -> String {
    let facts = match added_kind(field) {
        ChangeKind::FieldAddedReadEffect | ChangeKind::FieldAddedWriteEffect => {
            format!(", {}", field.access.value.as_str())
        }
        ChangeKind::FieldAddedWithReset => format!(", reset {}", field.reset.value),
        ChangeKind::FieldAddedRestricted => format!(", legal {}", field.legal),
        _ => String::new(),
    };
    format!("{}{facts}", bits(field))
}

fn one(place: &str, old: &MapField, new: &MapField, names: &Names<'_>, changes: &mut Changes) {
    let MapField {
        name,
        bits: _,
        access: _,
        hardware: _,
        reset,
        // A reset that a parameter sets is compared as a number: the parameter is compared by itself.
        parameter: _,
        legal: _,
        legal_at: _,
        constant: _,
        pulse: _,
        counter: _,
        guards: _,
        hdl_path: _,
        description: _,
    } = old;
    changes.differ(ChangeKind::FieldRenamed, place, &name.value, &new.name.value);
    changes.differ(bits_kind(old, new), place, bits(old), bits(new));
    sides(place, old, new, changes);
    let was_unknown = reset.value == Reset::Unknown;
    let kind = if was_unknown { ChangeKind::ResetDefined } else { ChangeKind::ResetChanged };
    changes.differ(kind, place, reset.value, new.reset.value);
    behaviour(place, old, new, names, changes);
    legal::compare(place, old, new, names.enums, changes);
}

fn sides(place: &str, old: &MapField, new: &MapField, changes: &mut Changes) {
    let (before, after) = (old.access.value.as_str(), new.access.value.as_str());
    changes.differ(ChangeKind::AccessChanged, place, before, after);
    let (before, after) = (old.hardware.value.as_str(), new.hardware.value.as_str());
    changes.differ(ChangeKind::HardwareChanged, place, before, after);
}

/// What the hardware does with the field, and when it accepts a write.
fn behaviour(place: &str, old: &MapField, new: &MapField, names: &Names<'_>, changes: &mut Changes) {
    let MapField { constant, pulse, counter, guards, hdl_path, .. } = old;
    let kind = if new.constant { ChangeKind::BecameConstant } else { ChangeKind::NoLongerConstant };
    changes.differ(kind, place, constant, new.constant);
    let kind = if new.pulse { ChangeKind::BecamePulse } else { ChangeKind::NoLongerPulse };
    changes.differ(kind, place, pulse, new.pulse);
    changes.differ(ChangeKind::CounterChanged, place, counting(*counter), counting(new.counter));
    let before = guarded(guards, |bit| names.fields.now(&bit).to_owned());
    changes.differ(ChangeKind::GuardsChanged, place, before, guarded(&new.guards, |bit| bit));
    changes.hdl_path(place, hdl_path.as_ref(), new.hdl_path.as_ref());
}

fn bits(field: &MapField) -> String {
    match field.width() {
        1 => format!("[{}]", field.lsb()),
        _ => format!("[{}:{}]", field.msb(), field.lsb()),
    }
}

fn bits_kind(old: &MapField, new: &MapField) -> ChangeKind {
    match new.width().cmp(&old.width()) {
        std::cmp::Ordering::Less => ChangeKind::FieldNarrowed,
        std::cmp::Ordering::Equal => ChangeKind::FieldMoved,
        std::cmp::Ordering::Greater => ChangeKind::FieldWidened,
    }
}

fn counting(counter: Option<MapCounter>) -> String {
    match counter {
        None => "no counter".to_owned(),
        Some(MapCounter { direction, saturates: false }) => format!("a counter ({})", direction.as_str()),
        Some(MapCounter { direction, saturates: true }) => {
            format!("a saturating counter ({})", direction.as_str())
        }
    }
}

fn guarded(guards: &[WriteGuard], now: impl Fn(String) -> String) -> String {
    let bit = |one: &WriteGuard| now(format!("{}.{}", one.register, one.field));
    let all: Vec<String> =
        guards.iter().map(|one| format!("{} is {}", bit(one), u8::from(one.opens_at))).collect();
    match all.is_empty() {
        true => "always writable".to_owned(),
        false => format!("writable while {}", all.join(" and ")),
    }
}
