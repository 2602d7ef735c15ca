//! Names that have to differ do: pages, parameters, registers and types (also in their Rust form), the
//! fields of a register, the values of a field.

use super::names::enumerations;
use crate::diagnostic::{Code, MapDiagnostic};
use crate::model::{Map, Place, Placed};
use crate::names::{pascal_case, snake_case};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// Types that the generated crate defines itself, and names that its code uses from the prelude.
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
    "StateReg",
    "ActionReg",
    "PopReg",
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

/// A name, and what has it.
#[derive(Clone)]
struct Name<'a> {
    kind: &'static str,
    /// What has to be unique.
    form: String,
    written: Cow<'a, str>,
    place: Place,
}

pub(super) fn check(map: &Map) -> Vec<MapDiagnostic> {
    let as_written: fn(&str) -> String = str::to_owned;
    let parameters = map.parameters.iter().map(|one| Name::new("parameter", &one.name, as_written));
    let pages = map.pages.iter().map(|one| Name::new("page", &one.name, as_written));
    let mut diagnostics = duplicates(parameters);
    diagnostics.extend(duplicates(pages));
    diagnostics.extend(duplicates(types(map)));
    for register in &map.registers {
        let fields = register.fields.iter().map(|one| Name::new("field", &one.name, snake_case));
        diagnostics.extend(duplicates(fields));
    }
    diagnostics.extend(enumerations(map).flat_map(|enumeration| {
        duplicates(enumeration.variants.iter().map(|one| Name::new("value", &one.name, pascal_case)))
    }));
    diagnostics
}

impl<'a> Name<'a> {
    fn new(kind: &'static str, name: &'a Placed<String>, form: impl Fn(&str) -> String) -> Self {
        Self { kind, form: form(&name.value), written: Cow::Borrowed(&name.value), place: name.place }
    }

    fn taken(name: &'static str) -> Self {
        Self {
            kind: "type of the generated crate",
            form: name.to_owned(),
            written: Cow::Borrowed(name),
            place: Place::default(),
        }
    }
}

fn types(map: &Map) -> impl Iterator<Item = Name<'_>> {
    let own = TAKEN_TYPES.iter().map(|name| Name::taken(name));
    let registers = map.registers.iter().map(|one| Name::new("register", &one.name, pascal_case));
    let enums = enumerations(map).map(|one| Name::new("type", &one.type_name, str::to_owned));
    own.chain(registers).chain(enums)
}

fn duplicates<'a>(names: impl Iterator<Item = Name<'a>>) -> Vec<MapDiagnostic> {
    let mut seen: BTreeMap<String, Name<'a>> = BTreeMap::new();
    let mut sorted: Vec<Name<'a>> = names.collect();
    sorted.sort_by_key(|name| name.place.span);
    let mut diagnostics = Vec::new();
    for name in sorted {
        match seen.get(&name.form) {
            Some(first) => diagnostics.push(diagnose(first, &name)),
            None => drop(seen.insert(name.form.clone(), name)),
        }
    }
    diagnostics
}

fn diagnose(first: &Name<'_>, name: &Name<'_>) -> MapDiagnostic {
    let (written, kind) = (&name.written, name.kind);
    let message = if first.place == Place::default() {
        format!("{written} is already the name of a {}", first.kind)
    } else if first.written != name.written {
        format!("{} and {written} have the same name in generated code, {}", first.written, name.form)
    } else if first.kind == kind {
        format!("there is already a {kind} called {written}")
    } else {
        format!("{written} is the name of a {} and of a {kind}", first.kind)
    };
    let remedy = match first.place == Place::default() {
        true => "choose another name",
        false => "rename one of them",
    };
    MapDiagnostic::new(Code::DuplicateName, name.place, message)
        .label("already in use")
        .note(first.place, "first used here")
        .remedy(remedy)
}
