//! Sentences for properties that a format can hold only in the description. `import/notes.rs` reads them back.

use super::register::split;
use crate::model::{
    CountDirection, Dim, HardwareAccess, MapAccess, MapField, MapLegal, MapRegister, Parameter, Unit,
    WriteGuard,
};
use serde::Serialize;

/// What a format that is imported says of a field at the end of its description, unless it has a word for it; each
/// is empty where it is not so.
#[derive(Serialize)]
pub(super) struct FieldNotes {
    /// The least and the greatest value.
    range: String,
    /// That only named values are legal.
    closed: String,
    /// The name of the type of its values.
    type_name: String,
    /// That what it reads may have no name, that it is constant, and the hardware side, if that is not the usual one of the access.
    side: String,
    /// Where it is in the RTL.
    rtl: String,
}

/// The same for a register.
#[derive(Serialize)]
pub(super) struct RegisterNotes {
    /// The automatic tests that leave it alone.
    tests: String,
    /// Where it is in the RTL.
    rtl: String,
    /// The order of a bus access and a tick.
    cycle: String,
}

impl FieldNotes {
    pub(super) fn new(register: &MapRegister, field: &MapField) -> Self {
        let mut notes = Self {
            range: String::new(),
            closed: String::new(),
            type_name: String::new(),
            side: side(register, field),
            rtl: rtl(field.hdl_path.as_deref()),
        };
        match &field.legal {
            MapLegal::Range { min, max } => notes.range = format!("Values from {min} to {max}."),
            MapLegal::Enumerated(enumeration) => {
                notes.type_name = format!("The type of its values is {}.", enumeration.type_name.value);
                if !enumeration.is_open && field.access.value.is_writable() {
                    "Only the named values are legal.".clone_into(&mut notes.closed);
                }
            }
            MapLegal::Any | MapLegal::MultipleOf(_) => {}
        }
        notes
    }
}

impl RegisterNotes {
    pub(super) fn new(register: &MapRegister) -> Self {
        let tests: Vec<&str> = register.skipped_tests.iter().map(|test| test.as_str()).collect();
        Self {
            tests: told(&tests.join(", "), |tests| format!("Automatic tests leave out: {tests}.")),
            rtl: rtl(register.hdl_path.as_deref()),
            cycle: cycle(register.same_cycle.as_deref().unwrap_or_default()),
        }
    }
}

/// Returns the description of a field, and further notes on it.
pub(super) fn of_field(field: &MapField) -> String {
    let multiple = match &field.legal {
        MapLegal::MultipleOf(step) => Some(format!("A multiple of {step}.")),
        _ => None,
    };
    let pulse = field.pulse.then(|| match field.access.value {
        MapAccess::Rw => "Writing 1 acts at once and is not stored; a read gives 0.".to_owned(),
        _ => "Writing 1 acts at once and is not stored.".to_owned(),
    });
    let counter = field.counter.map(|counter| {
        let end = if counter.saturates { ", and stops at its ends" } else { "" };
        format!("The hardware counts {}{end}.", direction(counter.direction))
    });
    let guards = field.guards.iter().map(guard);
    let known = std::iter::once(field.description.clone()).chain(multiple).chain(pulse).chain(counter);
    join(known.chain(guards))
}

/// Returns the description of a register with its reference to the specification, and further notes on it.
pub(super) fn of_register(register: &MapRegister) -> String {
    let queued = register.queued.then(|| "A write is a command.".to_owned());
    let alias = register.alias_of.as_ref().map(|alias| format!("The storage is that of {}.", alias.value));
    let known =
        [register.description.clone(), reference(&register.spec)].into_iter().chain(queued).chain(alias);
    join(known.chain(combinations(register)).chain(index(register)))
}

/// Returns the description of a parameter with its reference to the specification, its unit, and whether it is fixed.
pub(super) fn of_parameter(parameter: &Parameter) -> String {
    let unit = (parameter.unit == Unit::Cycles).then(|| "Counted in cycles.".to_owned());
    let fixed = parameter.fixed.then(|| "Fixed.".to_owned());
    let known = [parameter.description.clone(), reference(&parameter.spec)];
    join(known.into_iter().chain(unit).chain(fixed))
}

/// Returns the description of a map, with the order of a bus access and a tick.
pub(super) fn of_map(description: &str, same_cycle: &str) -> String {
    join([description.to_owned(), cycle(same_cycle)].into_iter())
}

/// Returns the description of a group, with the meaning of its indices and the numbers of its unnamed words.
pub(super) fn of_group(description: &str, index: &str, reserved: &[u64]) -> String {
    let numbers = reserved.iter().map(u64::to_string).collect::<Vec<_>>().join(", ");
    let index = told(index, |index| format!("Index: {index}."));
    let reserved = told(&numbers, |numbers| format!("Unnamed words that read 0: {numbers}."));
    join([description.to_owned(), index, reserved].into_iter())
}

/// Returns the description of a memory, with its place in the RTL.
pub(super) fn of_memory(description: &str, hdl_path: Option<&str>) -> String {
    join([description.to_owned(), rtl(hdl_path)].into_iter())
}

/// Returns what the indices of an array mean, but for those of its group.
fn index(register: &MapRegister) -> Option<String> {
    let own = indices(register.dims.get(split(register).2..).unwrap_or_default());
    (!own.is_empty()).then(|| format!("Index: {own}."))
}

/// Returns what the indices of these dimensions mean, if anything.
pub(super) fn indices(dims: &[Dim]) -> String {
    let meanings = dims.iter().map(|dim| dim.index.as_str()).filter(|text| !text.is_empty());
    meanings.collect::<Vec<_>>().join("; ")
}

fn combinations(register: &MapRegister) -> Option<String> {
    let combinations = register.combinations.as_ref()?;
    let fields: Vec<&str> = combinations.fields.iter().map(|name| name.value.as_str()).collect();
    let tuple = |tuple: &Vec<u64>| tuple.iter().map(u64::to_string).collect::<Vec<_>>().join(" ");
    let tuples: Vec<String> = combinations.tuples.iter().map(|one| tuple(&one.value)).collect();
    Some(format!("Legal combinations of {}: {}.", fields.join(", "), tuples.join("; ")))
}

fn guard(guard: &WriteGuard) -> String {
    let value = u8::from(guard.opens_at);
    format!("Writable only while {}.{} is {value}.", guard.register, guard.field)
}

fn side(register: &MapRegister, field: &MapField) -> String {
    let access = field.access.value;
    let usual = access.usual_hardware_of(register.queued);
    let constant = if field.constant { "It always reads its reset value." } else { "" };
    let hardware = match field.hardware.value {
        hardware if hardware == usual => "",
        HardwareAccess::Reads => "The hardware reads it.",
        HardwareAccess::Writes => "The hardware writes it.",
        HardwareAccess::Sets => "The hardware sets its bits.",
        HardwareAccess::Both => "The hardware reads and writes it.",
        HardwareAccess::Neither => "The hardware does not use it.",
    };
    let open = match &field.legal {
        MapLegal::Enumerated(enumeration) if enumeration.is_open && !access.is_writable() => {
            "It may have values without a name."
        }
        _ => "",
    };
    join([open, constant, hardware].into_iter().map(str::to_owned))
}

fn rtl(path: Option<&str>) -> String {
    told(path.unwrap_or_default(), |path| format!("In the RTL: {path}."))
}

fn cycle(rule: &str) -> String {
    told(rule, |rule| format!("In one cycle: {rule}"))
}

fn reference(spec: &str) -> String {
    told(spec, |spec| format!("[{spec}]"))
}

/// Returns the sentence, if there is anything to tell.
fn told(text: &str, sentence: impl Fn(&str) -> String) -> String {
    if text.is_empty() { String::new() } else { sentence(text) }
}

fn direction(direction: CountDirection) -> &'static str {
    match direction {
        CountDirection::Up => "up",
        CountDirection::Down => "down",
        CountDirection::UpDown => "up and down",
    }
}

fn join(sentences: impl Iterator<Item = String>) -> String {
    sentences.filter(|sentence| !sentence.is_empty()).collect::<Vec<_>>().join(" ")
}
