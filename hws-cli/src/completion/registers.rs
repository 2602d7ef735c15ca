//! The names of the map that the line names with `--map`, or of the built-in one.

use std::env;
use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

use clap_complete::CompletionCandidate;
use hws_regmap::{Map, MapField, MapRegister, Variant};

use crate::commands::regs::{map_of, register_named};

/// Registers; elements of an array once an index is typed, and fields once a register is.
pub(crate) fn register_names(typed: &OsStr) -> Vec<CompletionCandidate> {
    let (typed, Some(map)) = (typed.to_string_lossy(), named_map()) else { return Vec::new() };
    let indices = typed_indices(&typed);
    let of = |register: &MapRegister| {
        let name = with_indices(register, &indices);
        let field = |field: &MapField| (format!("{name}.{}", field.name.value), field.description.clone());
        // Before that, fields would bury the registers.
        let has_fields = begins(&typed, &format!("{name}."));
        let fields: Vec<_> = register.fields.iter().filter(|_| has_fields).map(field).collect();
        [(name, register.description.clone())].into_iter().chain(fields)
    };
    proposals(&typed, map.registers.iter().flat_map(of))
}

/// `FIELD=` for the register that the line names, and the named values of the field once it is typed.
pub(crate) fn field_values(typed: &OsStr) -> Vec<CompletionCandidate> {
    let typed = typed.to_string_lossy();
    let map = named_map();
    let Some(register) = map.as_ref().and_then(named_register) else { return Vec::new() };
    let of = |field: &MapField| {
        let head = format!("{}=", field.name.value);
        let value = |value: &Variant| (format!("{head}{}", value.name.value), value.description.clone());
        match field.enumeration().filter(|_| begins(&typed, &head)) {
            Some(one) => one.variants.iter().map(value).collect(),
            None => vec![(head, field.description.clone())],
        }
    };
    proposals(&typed, register.fields.iter().flat_map(of))
}

/// Returns what begins with the typed text, each with its meaning.
fn proposals(typed: &str, all: impl Iterator<Item = (String, String)>) -> Vec<CompletionCandidate> {
    let fitting = all.filter(|(word, _)| begins(word, typed));
    fitting.map(|(word, help)| CompletionCandidate::new(word).help(Some(help.into()))).collect()
}

/// Names are found in any case.
fn begins(word: &str, start: &str) -> bool {
    word.get(..start.len()).is_some_and(|head| head.eq_ignore_ascii_case(start))
}

/// The words of the line, which follow `--`.
fn line() -> Vec<OsString> {
    env::args_os().skip_while(|word| word != "--").skip(1).collect()
}

fn named_map() -> Option<Map> {
    let line = line();
    let after = |name: &str| {
        let place = line.iter().position(|word| word == name)?;
        line.get(place + 1)
    };
    let path = after("--map").or_else(|| after("-m")).map(PathBuf::from);
    map_of(path.as_ref())
}

/// The register between `show` and the word that is typed.
fn named_register(map: &Map) -> Option<&MapRegister> {
    let line = line();
    let mut names = line.iter().skip_while(|word| *word != "show").skip(1).filter_map(|word| word.to_str());
    names.find_map(|name| register_named(map, name))
}

/// The indices that are typed, the last one perhaps not to its end.
fn typed_indices(typed: &str) -> Vec<String> {
    let parts = typed.split('[').skip(1);
    parts.map(|part| part.split(']').next().unwrap_or(part).to_owned()).collect()
}

/// The name with as many indices as are typed and empty brackets for the rest.
fn with_indices(register: &MapRegister, indices: &[String]) -> String {
    let mut indices = indices.iter();
    let parts: Vec<&str> = register.name.value.split("[]").collect();
    let (last, arrays) = parts.split_last().unwrap_or((&"", &[]));
    let mut name = String::new();
    for part in arrays {
        name += &format!("{part}[{}]", indices.next().map_or("", String::as_str));
    }
    name + last
}
