//! Bus side, hardware side, queue, pulses and legal values agree: a command can be written, the hardware
//! writes a status, and only written values are restricted. An alias has the hardware side of its target.

use crate::diagnostic::{Code, MapDiagnostic};
use crate::model::{
    HardwareAccess, Map, MapAccess, MapField, MapLegal, MapRegister, Place, Reset, WriteEffect,
};

pub(super) fn check(map: &Map) -> Vec<MapDiagnostic> {
    let sides = super::fields(map).filter_map(|(register, field)| judge(register, field));
    let aliases = map.registers.iter().flat_map(|register| other_sides(map, register));
    let combinations = map.registers.iter().filter_map(combination);
    let fields = super::fields(map).filter_map(|(register, field)| restriction(register, field));
    let pulses = super::fields(map).filter_map(|(register, field)| pulse(register, field));
    let guarded = super::fields(map).filter_map(|(register, field)| guarded(register, field));
    let constants = super::fields(map).filter_map(|(register, field)| constant(register, field));
    let mut diagnostics: Vec<MapDiagnostic> = sides
        .chain(aliases)
        .chain(combinations)
        .chain(fields)
        .chain(pulses)
        .chain(guarded)
        .chain(constants)
        .collect();
    // The access of a register or group is shared by its fields.
    diagnostics.sort_by_key(|diagnostic| diagnostic.place);
    diagnostics.dedup_by_key(|diagnostic| diagnostic.place);
    diagnostics
}

fn judge(register: &MapRegister, field: &MapField) -> Option<MapDiagnostic> {
    let (access, hardware) = (field.access.value, field.hardware.value);
    // The hardware side of an alias is that of its target, where it was judged.
    let remedy = if register.alias_of.is_none() && !is_possible(register, access, hardware) {
        format!("write `hardware: {}`, or choose another access", usual(register, access).as_str())
    } else if register.queued && !access.is_writable() {
        "only a writable register can be queued".to_owned()
    } else {
        return None;
    };
    let queued = if register.queued { " and queued" } else { "" };
    let name = &register.name.value;
    let message = format!("{name} cannot be {}{queued} (hardware: {})", access.as_str(), hardware.as_str());
    let diagnostic = MapDiagnostic::new(Code::IllegalAccess, field.access.place, message)
        .label("bus side")
        .note(field.hardware.place, "hardware side")
        .remedy(remedy);
    Some(diagnostic)
}

/// Somebody provides the value and somebody uses it; what only the bus sets, it can set.
fn is_possible(register: &MapRegister, access: MapAccess, hardware: HardwareAccess) -> bool {
    if register.queued && access == MapAccess::Rw {
        return hardware == HardwareAccess::Both;
    }
    match hardware {
        HardwareAccess::Neither => true,
        HardwareAccess::Reads => access.is_writable(),
        HardwareAccess::Writes => access.is_readable(),
        HardwareAccess::Sets => access != MapAccess::Rp && (access.is_writable() || access.has_read_effect()),
        HardwareAccess::Both => access != MapAccess::Rp,
    }
}

/// Fields of an alias that state another hardware side than the storage has.
fn other_sides(map: &Map, alias: &MapRegister) -> Vec<MapDiagnostic> {
    let target = alias.alias_of.as_ref().and_then(|name| map.register(&name.value));
    let Some(target) = target else { return Vec::new() };
    let differs = |field: &&MapField| {
        let side = target.hardware_of(field.mask());
        field.states_hardware() && side.is_some_and(|side| side != field.hardware.value)
    };
    alias.fields.iter().filter(differs).map(|field| other_side(alias, field, target)).collect()
}

fn other_side(alias: &MapRegister, field: &MapField, target: &MapRegister) -> MapDiagnostic {
    let (name, target_name, hardware) =
        (&alias.name.value, &target.name.value, field.hardware.value.as_str());
    let message =
        format!("{name} cannot have another hardware side than {target_name} (hardware: {hardware})");
    let diagnostic = MapDiagnostic::new(Code::IllegalAccess, field.hardware.place, message)
        .label("not that of the storage")
        .remedy("remove `hardware`: an alias has the hardware side of its target");
    let same = target.fields.iter().find(|other| other.mask() & field.mask() != 0);
    same.iter().fold(diagnostic, |diagnostic, other| diagnostic.note(other.hardware.place, "the storage"))
}

fn usual(register: &MapRegister, access: MapAccess) -> HardwareAccess {
    access.usual_hardware_of(register.queued)
}

/// Combinations of bits that are never written, or that a write only clears.
fn combination(register: &MapRegister) -> Option<MapDiagnostic> {
    let combinations = register.combinations.as_ref()?;
    let fields = combinations.fields.iter().filter_map(|name| register.field(&name.value));
    let unstored = fields.into_iter().find(|field| !field.access.value.stores())?;
    Some(unrefusable(register, unstored, combinations.fields.first()?.place))
}

/// Names also explain a status, so every field may be an enum except bits that a write only changes one by one.
fn restriction(register: &MapRegister, field: &MapField) -> Option<MapDiagnostic> {
    let access = field.access.value;
    let is_wrong = match field.legal {
        MapLegal::Any => false,
        MapLegal::Range { .. } | MapLegal::MultipleOf(_) => !access.stores(),
        MapLegal::Enumerated(_) => !access.stores() && access.write() != WriteEffect::Ignored,
    };
    is_wrong.then(|| unrefusable(register, field, field.legal_at))
}

fn unrefusable(register: &MapRegister, field: &MapField, at: Place) -> MapDiagnostic {
    let (name, access) = (&register.name.value, field.access.value.as_str());
    MapDiagnostic::new(Code::IllegalAccess, at, format!("the values of {name} cannot be restricted"))
        .label("restricts written values")
        .note(field.access.place, format!("a write to {access} stores no value"))
        .remedy("restrict the values of fields that store what is written, such as RW and WO")
}

/// A pulse is one bit that always reads 0.
fn pulse(register: &MapRegister, field: &MapField) -> Option<MapDiagnostic> {
    let is_storing = matches!(field.access.value, MapAccess::Rw | MapAccess::Wo);
    if !field.pulse || field.reset.value == Reset::Constant(0) && field.width() == 1 && is_storing {
        return None;
    }
    let message = format!("{}.{} cannot be a pulse", register.name.value, field.name.value);
    let (at, label) = match (field.width(), is_storing) {
        (1, true) if field.reset.value == Reset::Unknown => {
            (field.reset.place, "has no `reset`; a pulse reads 0")
        }
        (1, true) => (field.reset.place, "a pulse reads 0"),
        (1, false) => (field.access.place, "a pulse is RW or WO"),
        _ => (field.bits.place, "a pulse is one bit"),
    };
    let diagnostic = MapDiagnostic::new(Code::IllegalAccess, at, message);
    Some(diagnostic.label(label).remedy("a pulse is a single bit, RW or WO, with reset 0"))
}

/// A constant has a value, which nothing changes.
fn constant(register: &MapRegister, field: &MapField) -> Option<MapDiagnostic> {
    let is_fixed = field.access.value == MapAccess::Ro && field.counter.is_none();
    if !field.constant || is_fixed && field.reset.value != Reset::Unknown {
        return None;
    }
    let message = format!("{}.{} cannot be constant", register.name.value, field.name.value);
    let (at, label, remedy) = if is_fixed {
        (field.name.place, "has no reset value", "give it the value as its `reset`")
    } else {
        (field.access.place, "the value may change", "make it RO without `counter`, or remove `constant`")
    };
    Some(MapDiagnostic::new(Code::IllegalAccess, at, message).label(label).remedy(remedy))
}

fn guarded(register: &MapRegister, field: &MapField) -> Option<MapDiagnostic> {
    let guard = field.guards.first().filter(|_| !field.access.value.is_writable())?;
    // A field without writes among others is not what the guard of the register is about.
    if register.is_writable() {
        return None;
    }
    let message = format!("{} is never written", register.name.value);
    let diagnostic = MapDiagnostic::new(Code::IllegalAccess, guard.target.place, message);
    let label = "decides whether writes have an effect";
    Some(
        diagnostic
            .label(label)
            .note(field.access.place, "bus side")
            .remedy("remove it, or choose another access"),
    )
}
