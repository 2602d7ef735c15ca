//! The sentences that our exports append to a description, read back: the counterpart of `emit/view/notes.rs`.
//!
//! Whatever is taken from the end of a description is written again by an export, so that a description that ends like
//! this by chance loses nothing.

mod field;

use super::draft::{Draft, DraftCombinations, DraftDim, DraftMemory, DraftParameter, DraftRegister};
use crate::model::{MapImportFormat, SkippedTest, Unit};

/// Reads the sentences of a register and of its fields. `group` is the full name of its group, `CH[]`.
pub(super) fn of_register_and_fields(
    register: &mut DraftRegister,
    group: Option<&str>,
    format: MapImportFormat,
) {
    of_register(register, group, format);
    let is_queued = register.queued;
    register.fields.iter_mut().for_each(|one| field::of_field(one, is_queued, group, format));
}

/// Moves what the sentences at the end of a register's description say into the register.
fn of_register(register: &mut DraftRegister, group: Option<&str>, format: MapImportFormat) {
    let mut text = std::mem::take(&mut register.description);
    register.same_cycle = take_cycle(&mut text);
    if !has_paths(format) {
        register.hdl_path = take_rtl(&mut text);
    }
    register.skipped_tests = take_tests(&mut text);
    if !register.dims.is_empty() {
        take_index(&mut text, &mut register.dims);
    }
    if let Some((rest, combinations)) = take_combinations(&text, register) {
        (text, register.combinations) = (rest, Some(combinations));
    }
    let alias = take_between(&text, "The storage is that of ", ".");
    if let Some((rest, target)) = alias.filter(|(_, target)| is_reachable(target, group)) {
        (text, register.alias_of) = (rest, Some(target));
    }
    if let Some(rest) = take(&text, "A write is a command.") {
        (text, register.queued) = (rest, true);
    }
    register.spec = take_reference(&mut text);
    register.description = text;
}

/// SystemRDL has properties for places in the RTL.
fn has_paths(format: MapImportFormat) -> bool {
    format == MapImportFormat::SystemRdl
}

/// Moves the order of a bus access and a tick from the end of the description of a map.
pub(super) fn of_map(draft: &mut Draft) {
    draft.same_cycle = take_cycle(&mut draft.description);
}

/// Moves what the sentences at the end of a parameter's description say into the parameter.
pub(super) fn of_parameter(parameter: &mut DraftParameter) {
    let mut text = std::mem::take(&mut parameter.description);
    let is_single = parameter.limits.is_none_or(|limits| limits == (parameter.value, parameter.value));
    if let Some(rest) = take(&text, "Fixed.").filter(|_| is_single) {
        (text, parameter.fixed) = (rest, true);
    }
    if let Some(rest) = take(&text, "Counted in cycles.") {
        (text, parameter.unit) = (rest, Unit::Cycles);
    }
    parameter.spec = take_reference(&mut text);
    parameter.description = text;
}

/// Moves the place in the RTL from the end of a memory's description.
pub(super) fn of_memory(memory: &mut DraftMemory, format: MapImportFormat) {
    if !has_paths(format) {
        memory.hdl_path = take_rtl(&mut memory.description);
    }
}

/// Moves the numbers of the unnamed words of a group from the end of its description.
pub(super) fn take_reserved(text: &mut String) -> Vec<u64> {
    let told = take_between(text, "Unnamed words that read 0: ", ".");
    let found = told.and_then(|(rest, told)| {
        let numbers: Option<Vec<u64>> = told.split(", ").map(|number| number.parse().ok()).collect();
        Some((rest, numbers?))
    });
    let Some((rest, numbers)) = found else { return Vec::new() };
    *text = rest;
    numbers
}

fn take_cycle(text: &mut String) -> String {
    let told = take_between(text, "In one cycle: ", "").filter(|(_, rule)| !rule.is_empty());
    let Some((rest, rule)) = told else { return String::new() };
    *text = rest;
    rule
}

fn take_rtl(text: &mut String) -> Option<String> {
    let is_path = |path: &str| !path.is_empty() && !path.contains(char::is_whitespace);
    let (rest, path) = take_between(text, "In the RTL: ", ".").filter(|(_, path)| is_path(path))?;
    *text = rest;
    Some(path)
}

fn take_reference(text: &mut String) -> String {
    let told = take_between(text, "[", "]").filter(|(_, spec)| !spec.is_empty());
    let Some((rest, spec)) = told else { return String::new() };
    *text = rest;
    spec
}

fn take_tests(text: &mut String) -> Vec<SkippedTest> {
    let test = |word: &str| SkippedTest::ALL.iter().copied().find(|test| test.as_str() == word);
    let told = take_between(text, "Automatic tests leave out: ", ".");
    let found = told.and_then(|(rest, told)| {
        let tests: Option<Vec<SkippedTest>> = told.split(", ").map(test).collect();
        Some((rest, tests?))
    });
    let Some((rest, tests)) = found else { return Vec::new() };
    *text = rest;
    tests
}

fn take_combinations(text: &str, register: &DraftRegister) -> Option<(String, DraftCombinations)> {
    let (rest, told) = take_between(text, "Legal combinations of ", ".")?;
    let (fields, tuples) = told.split_once(": ")?;
    let fields: Vec<String> = fields.split(", ").map(str::to_owned).collect();
    let is_field = |name: &String| register.fields.iter().any(|field| field.name == *name);
    let tuple = |tuple: &str| tuple.split(' ').map(|value| value.parse().ok()).collect::<Option<Vec<u64>>>();
    let tuples = tuples.split("; ").map(tuple).collect::<Option<Vec<Vec<u64>>>>()?;
    let fits = fields.iter().all(is_field) && tuples.iter().all(|tuple| tuple.len() == fields.len());
    fits.then_some((rest, DraftCombinations { fields, tuples }))
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
}
