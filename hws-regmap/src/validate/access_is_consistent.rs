//! Bus side, hardware side, queue, pulses and legal values agree: a command can be written, the hardware
//! writes a status, and only written values are restricted.

use crate::diagnostic::{Code, Diagnostic};
use crate::model::{HardwareAccess, Map, MapAccess, MapField, MapLegal, MapRegister, Place, Reset};

pub(super) fn check(map: &Map) -> Vec<Diagnostic> {
    let registers = map.registers.iter().filter_map(judge);
    let combinations = map.registers.iter().filter_map(combination);
    let fields = super::fields(map).filter_map(|(register, field)| restriction(register, field));
    let pulses = super::fields(map).filter_map(|(register, field)| pulse(register, field));
    let mut diagnostics: Vec<Diagnostic> =
        registers.chain(combinations).chain(fields).chain(pulses).collect();
    // The access of a group is shared by its words.
    diagnostics.dedup_by_key(|diagnostic| diagnostic.place);
    diagnostics
}

fn judge(register: &MapRegister) -> Option<Diagnostic> {
    let access = register.access.value;
    let remedy = if register.hardware != expected(register) {
        format!("write `hardware: {}`, or choose another access", expected(register).as_str())
    } else if register.queued && !access.is_writable() {
        "only a writable register can be queued".to_owned()
    } else if register.pulse_mask() != 0 && access != MapAccess::Rw {
        "only an RW register can have pulse fields".to_owned()
    } else {
        return None;
    };
    let message = format!("{} cannot be {}", register.name.value, describe(register));
    let diagnostic = Diagnostic::new(Code::IllegalAccess, register.access.place, message)
        .label("bus side")
        .note(register.hardware_at, "hardware side")
        .remedy(remedy);
    Some(diagnostic)
}

fn expected(register: &MapRegister) -> HardwareAccess {
    match register.access.value {
        MapAccess::Rw if register.queued => HardwareAccess::Both,
        MapAccess::Rw | MapAccess::Wo => HardwareAccess::Reads,
        MapAccess::Ro | MapAccess::Rp => HardwareAccess::Writes,
        MapAccess::W1c => HardwareAccess::Sets,
    }
}

fn describe(register: &MapRegister) -> String {
    let queued = if register.queued { " and queued" } else { "" };
    let pulse = if register.pulse_mask() != 0 { " with a pulse" } else { "" };
    format!("{}{queued}{pulse} (hardware: {})", register.access.value.as_str(), register.hardware.as_str())
}

/// Combinations of bits that are never written, or that a write only clears.
fn combination(register: &MapRegister) -> Option<Diagnostic> {
    let name = register.combinations.as_ref()?.fields.first()?;
    (!is_refusable(register)).then(|| unrefusable(register, name.place))
}

/// Names also explain a status, so every field may be an enum except bits that a write only clears.
fn restriction(register: &MapRegister, field: &MapField) -> Option<Diagnostic> {
    let is_wrong = match field.legal {
        MapLegal::Any => false,
        MapLegal::Range { .. } | MapLegal::MultipleOf(_) => !is_refusable(register),
        MapLegal::Enumerated(_) => register.access.value == MapAccess::W1c,
    };
    is_wrong.then(|| unrefusable(register, field.legal_at))
}

fn is_refusable(register: &MapRegister) -> bool {
    matches!(register.access.value, MapAccess::Rw | MapAccess::Wo)
}

fn unrefusable(register: &MapRegister, at: Place) -> Diagnostic {
    let (name, access) = (&register.name.value, register.access.value.as_str());
    Diagnostic::new(Code::IllegalAccess, at, format!("the values of {name} cannot be restricted"))
        .label("restricts written values")
        .note(register.access.place, format!("a write to {access} stores no value"))
        .remedy("restrict the values of RW and WO registers only")
}

/// A pulse is one bit that always reads 0.
fn pulse(register: &MapRegister, field: &MapField) -> Option<Diagnostic> {
    if !field.pulse || field.reset.value == Reset::Constant(0) && field.width() == 1 {
        return None;
    }
    let message = format!("{}.{} cannot be a pulse", register.name.value, field.name.value);
    let (at, label) = match field.width() {
        1 => (field.reset.place, "a pulse reads 0"),
        _ => (field.bits.place, "a pulse is one bit"),
    };
    let diagnostic = Diagnostic::new(Code::IllegalAccess, at, message);
    Some(diagnostic.label(label).remedy("a pulse is a single bit with reset 0"))
}
