//! The sentences of a field, in the opposite order of that in which an export writes them.

use super::{has_paths, is_reachable, take, take_between, take_rtl};
use crate::import::draft::{DraftField, DraftGuard, DraftLegal, DraftReset};
use crate::model::{CountDirection, HardwareAccess, MapAccess, MapImportFormat};

/// Moves what the sentences at the end of a field's description say into the field.
pub(super) fn of_field(
    field: &mut DraftField,
    is_queued: bool,
    group: Option<&str>,
    format: MapImportFormat,
) {
    let mut text = std::mem::take(&mut field.description);
    if !has_paths(format) {
        field.hdl_path = take_rtl(&mut text);
    }
    take_side(&mut text, field, is_queued);
    match format {
        MapImportFormat::SystemRdl => take_legal(&mut text, field),
        MapImportFormat::IpXact => take_type(&mut text, field),
        MapImportFormat::Svd => {}
    }
    take_guards(&mut text, field, group);
    take_counter(&mut text, field);
    take_pulse(&mut text, field);
    let multiple = take_between(&text, "A multiple of ", ".");
    let step = multiple.and_then(|(rest, step)| Some((rest, step.parse().ok()?)));
    if let Some((rest, step)) = step.filter(|_| field.legal == DraftLegal::Any) {
        (text, field.legal) = (rest, DraftLegal::MultipleOf(step));
    }
    field.description = text;
}

/// Reads the hardware side, and what a field that is only read may be. What is not said is usual.
fn take_side(text: &mut String, field: &mut DraftField, is_queued: bool) {
    const SENTENCES: [(HardwareAccess, &str); 5] = [
        (HardwareAccess::Reads, "The hardware reads it."),
        (HardwareAccess::Writes, "The hardware writes it."),
        (HardwareAccess::Sets, "The hardware sets its bits."),
        (HardwareAccess::Both, "The hardware reads and writes it."),
        (HardwareAccess::Neither, "The hardware does not use it."),
    ];
    (field.hardware, field.constant) = (None, false);
    // The bus does not say that a pulse of one bit is RW, the sentences before these do.
    let access = if text.contains(READ_PULSE) { MapAccess::Rw } else { field.access };
    let usual = access.usual_hardware_of(is_queued);
    for (hardware, sentence) in SENTENCES.iter().filter(|(hardware, _)| *hardware != usual) {
        if let Some(rest) = take(text, sentence) {
            (*text, field.hardware) = (rest, Some(*hardware));
            break;
        }
    }
    let can_be_constant = field.access == MapAccess::Ro && field.reset != DraftReset::Unknown;
    if let Some(rest) = take(text, "It always reads its reset value.").filter(|_| can_be_constant) {
        (*text, field.constant) = (rest, true);
    }
    if let DraftLegal::Named { is_open, .. } = &mut field.legal
        && let Some(rest) =
            take(text, "It may have values without a name.").filter(|_| !field.access.is_writable())
    {
        (*text, *is_open) = (rest, true);
    }
}

/// Values of SystemRDL, which has no words for which of them are legal.
fn take_legal(text: &mut String, field: &mut DraftField) {
    if let DraftLegal::Named { is_open, .. } = &mut field.legal
        && let Some(rest) =
            take(text, "Only the named values are legal.").filter(|_| field.access.is_writable())
    {
        (*text, *is_open) = (rest, false);
    }
    let range = take_between(text, "Values from ", ".");
    let bounds = range.and_then(|(rest, told)| {
        let (min, max) = told.split_once(" to ")?;
        Some((rest, min.parse().ok()?, max.parse().ok()?))
    });
    if let Some((rest, min, max)) = bounds.filter(|_| field.legal == DraftLegal::Any && field.access.stores())
    {
        (*text, field.legal) = (rest, DraftLegal::Range(min, max));
    }
}

/// The name of the type, for which IP-XACT has no word.
fn take_type(text: &mut String, field: &mut DraftField) {
    if let DraftLegal::Named { enumeration, .. } = &mut field.legal
        && let Some((rest, name)) = take_between(text, "The type of its values is ", ".")
    {
        (*text, enumeration.name) = (rest, name);
    }
}

fn take_guards(text: &mut String, field: &mut DraftField, group: Option<&str>) {
    while field.guards.len() < 2 {
        let Some((rest, guard)) = take_guard(text, group) else { break };
        // A map has one of each kind, the write enable first.
        if field.guards.first().is_some_and(|after| after.opens_at || !guard.opens_at) {
            break;
        }
        *text = rest;
        field.guards.insert(0, guard);
    }
}

fn take_counter(text: &mut String, field: &mut DraftField) {
    for (end, saturates) in [(".", false), (", and stops at its ends.", true)] {
        for direction in CountDirection::ALL {
            let words = if *direction == CountDirection::UpDown { "up and down" } else { direction.as_str() };
            if let Some(rest) = take(text, &format!("The hardware counts {words}{end}")) {
                (*text, field.counter) = (rest, Some((*direction, saturates)));
                return;
            }
        }
    }
}

const PULSE: &str = "Writing 1 acts at once and is not stored.";
const READ_PULSE: &str = "Writing 1 acts at once and is not stored; a read gives 0.";

fn take_pulse(text: &mut String, field: &mut DraftField) {
    if let Some(rest) = take(text, PULSE) {
        (*text, field.pulse) = (rest, true);
    } else if let Some(rest) = take(text, READ_PULSE) {
        (*text, field.pulse, field.access) = (rest, true, MapAccess::Rw);
    }
}

fn take_guard(text: &str, group: Option<&str>) -> Option<(String, DraftGuard)> {
    let (rest, told) = take_between(text, "Writable only while ", ".")?;
    let (bit, value) = told.rsplit_once(" is ")?;
    let (register, field) = bit.rsplit_once('.')?;
    let opens_at = match value {
        "1" => true,
        "0" => false,
        _ => return None,
    };
    let guard = DraftGuard { register: register.to_owned(), field: field.to_owned(), opens_at };
    is_reachable(&guard.register, group).then_some((rest, guard))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_guard_in_another_group_stays_in_the_text() {
        let text = "Go. Writable only while CH[].LOCK.FROZEN is 0.";
        let guard = DraftGuard { register: "CH[].LOCK".into(), field: "FROZEN".into(), opens_at: false };
        assert_eq!(take_guard(text, Some("CH[]")), Some(("Go.".to_owned(), guard)));
        assert_eq!(take_guard(text, Some("DMA[]")), None);
        assert_eq!(take_guard(text, None), None);
    }
}
