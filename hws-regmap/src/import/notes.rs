//! The sentences that our exports append to a description, read back: the counterpart of `emit/view/notes.rs`.
//!
//! Whatever is taken from the end of a description is written again by an export, so that a description that ends like
//! this by chance loses nothing.

use super::draft::{DraftDim, DraftField, DraftGuard, DraftLegal, DraftRegister};
use crate::model::{CountDirection, MapAccess};

/// Reads the sentences of a register and of its fields.
pub(super) fn of_register_and_fields(register: &mut DraftRegister, group: Option<&str>) {
    of_register(register, group);
    register.fields.iter_mut().for_each(|field| of_field(field, group));
    // Our exports say of a pulse that it is written only, but of its register that it is readable.
    if register.is_readable && !register.fields.iter().any(|field| field.access.is_readable()) {
        let pulses = register.fields.iter_mut().filter(|field| field.pulse);
        pulses.for_each(|field| field.access = MapAccess::Rw);
    }
}

/// Moves what the sentences at the end of a register's description say into the register. `group` is the full name of
/// its group, `CH[]`.
fn of_register(register: &mut DraftRegister, group: Option<&str>) {
    let mut text = std::mem::take(&mut register.description);
    if !register.dims.is_empty() {
        take_index(&mut text, &mut register.dims);
    }
    let alias = take_between(&text, "The storage is that of ", ".");
    if let Some((rest, target)) = alias.filter(|(_, target)| is_reachable(target, group)) {
        (text, register.alias_of) = (rest, Some(target));
    }
    if let Some(rest) = take(&text, "A write is a command.") {
        (text, register.queued) = (rest, true);
    }
    if let Some((rest, spec)) = take_between(&text, "[", "]").filter(|(_, spec)| !spec.is_empty()) {
        (text, register.spec) = (rest, spec);
    }
    register.description = text;
}

/// Moves the meaning of the indices from the end of a description to the dimensions.
pub(super) fn take_index(text: &mut String, dims: &mut [DraftDim]) {
    let Some((rest, meanings)) = take_between(text, "Index: ", ".") else { return };
    let parts: Vec<&str> = meanings.split("; ").collect();
    if parts.len() == dims.len() {
        dims.iter_mut().zip(parts).for_each(|(dim, part)| part.clone_into(&mut dim.index));
    } else if let Some(first) = dims.first_mut() {
        first.index = meanings;
    }
    *text = rest;
}

/// Moves what the sentences at the end of a field's description say into the field.
fn of_field(field: &mut DraftField, group: Option<&str>) {
    let mut text = std::mem::take(&mut field.description);
    let range = take_between(&text, "Values from ", ".");
    let bounds = range.and_then(|(rest, told)| {
        let (min, max) = told.split_once(" to ")?;
        Some((rest, min.parse().ok()?, max.parse().ok()?))
    });
    if let Some((rest, min, max)) = bounds.filter(|_| field.legal == DraftLegal::Any && field.access.stores())
    {
        (text, field.legal) = (rest, DraftLegal::Range(min, max));
    }
    while field.guards.len() < 2 {
        let Some((rest, guard)) = take_guard(&text, group) else { break };
        // A map has one of each kind, the write enable first.
        if field.guards.first().is_some_and(|after| after.opens_at || !guard.opens_at) {
            break;
        }
        text = rest;
        field.guards.insert(0, guard);
    }
    for (end, saturates) in [(".", false), (", and stops at its ends.", true)] {
        for direction in CountDirection::ALL {
            let words = if *direction == CountDirection::UpDown { "up and down" } else { direction.as_str() };
            if let Some(rest) = take(&text, &format!("The hardware counts {words}{end}")) {
                (text, field.counter) = (rest, Some((*direction, saturates)));
            }
        }
    }
    if let Some(rest) = take(&text, "Writing 1 acts at once and is not stored.") {
        (text, field.pulse) = (rest, true);
    }
    let multiple = take_between(&text, "A multiple of ", ".");
    let step = multiple.and_then(|(rest, step)| Some((rest, step.parse().ok()?)));
    if let Some((rest, step)) = step.filter(|_| field.legal == DraftLegal::Any) {
        (text, field.legal) = (rest, DraftLegal::MultipleOf(step));
    }
    field.description = text;
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

/// Returns whether a map can refer to the register: it is not an array, or in the same group.
fn is_reachable(register: &str, group: Option<&str>) -> bool {
    let is_near = group.is_some_and(|group| register.starts_with(&format!("{group}.")));
    is_near || !register.contains("[]")
}

/// Returns the text before the sentence that it ends with.
fn take(text: &str, sentence: &str) -> Option<String> {
    let rest = text.strip_suffix(sentence)?;
    if rest.is_empty() { Some(String::new()) } else { Some(rest.strip_suffix(' ')?.to_owned()) }
}

/// Returns the text before the last sentence of this form, and what is between its ends.
fn take_between(text: &str, first: &str, last: &str) -> Option<(String, String)> {
    let inner = text.strip_suffix(last)?;
    let start = inner.rfind(first)?;
    let rest = take(text, text.get(start..)?)?;
    Some((rest, inner.get(start + first.len()..)?.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_last_sentences_are_taken() {
        assert_eq!(take("Stops. A write is a command.", "A write is a command."), Some("Stops.".to_owned()));
        assert_eq!(take("A write is a command.", "A write is a command."), Some(String::new()));
        assert_eq!(take("A write is a command. Or not.", "A write is a command."), None);
        assert_eq!(take("XA write is a command.", "A write is a command."), None);
        let taken = take_between("The [first] one. [registers.md §2]", "[", "]");
        assert_eq!(taken, Some(("The [first] one.".to_owned(), "registers.md §2".to_owned())));
        assert_eq!(take_between("Bits[3]", "[", "]"), None);
    }

    #[test]
    fn a_guard_in_another_group_stays_in_the_text() {
        let text = "Go. Writable only while CH[].LOCK.FROZEN is 0.";
        let guard = DraftGuard { register: "CH[].LOCK".into(), field: "FROZEN".into(), opens_at: false };
        assert_eq!(take_guard(text, Some("CH[]")), Some(("Go.".to_owned(), guard)));
        assert_eq!(take_guard(text, Some("DMA[]")), None);
        assert_eq!(take_guard(text, None), None);
    }
}
