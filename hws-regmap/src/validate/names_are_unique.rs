//! Things that need different names have them: pages, parameters, registers and types (also in their
//! Rust form), the fields of a register, the values of a field.

use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Enumeration, Legal, Map, Placed, Position};
use crate::names::{pascal_case, snake_case};
use std::collections::BTreeMap;

/// What the crate that the map is generated into defines itself, and what its code takes from the prelude.
const TAKEN_TYPES: &[&str] = &[
    "Access",
    "HwAccess",
    "Decoded",
    "FieldError",
    "NameError",
    "WriteError",
    "FieldInfo",
    "Legal",
    "Combinations",
    "RegInfo",
    "RegId",
    "RegFile",
    "Register",
    "Readable",
    "Writable",
    "Modifiable",
    "Option",
    "Some",
    "None",
    "Result",
    "Ok",
    "Err",
    "Default",
];

pub(super) fn check(map: &Map) -> Vec<Diagnostic> {
    let parameters = map.parameters.iter().map(|parameter| placed(&parameter.name, |name| name.to_owned()));
    let pages = map.pages.iter().map(|page| placed(&page.name, |name| name.to_owned()));
    let mut diagnostics = duplicates("parameter", parameters);
    diagnostics.extend(duplicates("page", pages));
    diagnostics.extend(duplicates("type", types(map)));
    for register in &map.registers {
        let fields = register.fields.iter().map(|field| placed(&field.name, snake_case));
        diagnostics.extend(duplicates("field of its register", fields));
    }
    diagnostics.extend(
        enumerations(map).flat_map(|enumeration| duplicates("value of its field", values(enumeration))),
    );
    diagnostics
}

fn placed(name: &Placed<String>, form: impl Fn(&str) -> String) -> (String, Position) {
    (form(&name.value), name.position)
}

fn types(map: &Map) -> impl Iterator<Item = (String, Position)> {
    let own = TAKEN_TYPES.iter().map(|name| ((*name).to_owned(), Position::default()));
    let registers = map.registers.iter().map(|register| placed(&register.name, pascal_case));
    own.chain(registers)
        .chain(enumerations(map).map(|enumeration| placed(&enumeration.type_name, str::to_owned)))
}

fn enumerations(map: &Map) -> impl Iterator<Item = &Enumeration> {
    super::fields(map).filter_map(|(_, field)| match &field.legal {
        Legal::Enumerated(enumeration) => Some(enumeration),
        _ => None,
    })
}

/// Both the names and the encodings have to differ.
fn values(enumeration: &Enumeration) -> impl Iterator<Item = (String, Position)> {
    let names = enumeration.variants.iter().map(|variant| placed(&variant.name, pascal_case));
    let encodings =
        enumeration.variants.iter().map(|variant| (variant.value.value.to_string(), variant.value.position));
    names.chain(encodings)
}

fn duplicates(what: &str, names: impl Iterator<Item = (String, Position)>) -> Vec<Diagnostic> {
    let mut seen: BTreeMap<String, Position> = BTreeMap::new();
    let mut sorted: Vec<(String, Position)> = names.collect();
    sorted.sort_by_key(|(_, position)| *position);
    let mut diagnostics = Vec::new();
    for (name, position) in sorted {
        if let Some(first) = seen.get(&name) {
            let message = format!("{name} is already the name of another {what}");
            diagnostics.push(Diagnostic::new(Code::DuplicateName, position, message, remedy(*first)));
        } else {
            seen.insert(name, position);
        }
    }
    diagnostics
}

fn remedy(first: Position) -> String {
    if first == Position::default() {
        return "rename it; the generated crate uses this name itself".to_owned();
    }
    format!("rename one of them; the first is at {first}")
}
