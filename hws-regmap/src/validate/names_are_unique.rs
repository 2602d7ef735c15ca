//! Names that have to differ do: pages, parameters, registers and types (also in their Rust form), the
//! fields of a register, the values of a field.

use super::names::enumerations;
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Map, Place, Placed};
use crate::names::{pascal_case, snake_case};
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

pub(super) fn check(map: &Map) -> Vec<Diagnostic> {
    let parameters = map.parameters.iter().map(|parameter| placed(&parameter.name, str::to_owned));
    let pages = map.pages.iter().map(|page| placed(&page.name, str::to_owned));
    let mut diagnostics = duplicates("parameter", parameters);
    diagnostics.extend(duplicates("page", pages));
    diagnostics.extend(duplicates("register or type", types(map)));
    for register in &map.registers {
        let fields = register.fields.iter().map(|field| placed(&field.name, snake_case));
        diagnostics.extend(duplicates("field", fields));
    }
    diagnostics.extend(enumerations(map).flat_map(|enumeration| {
        let names = enumeration.variants.iter().map(|variant| placed(&variant.name, pascal_case));
        duplicates("value", names)
    }));
    diagnostics
}

/// Returns the form that has to be unique, and the name as it is written.
fn placed(name: &Placed<String>, form: impl Fn(&str) -> String) -> (String, Placed<String>) {
    (form(&name.value), name.clone())
}

fn types(map: &Map) -> impl Iterator<Item = (String, Placed<String>)> {
    let own = TAKEN_TYPES.iter().map(|name| {
        let nowhere = Placed { value: (*name).to_owned(), place: Place::default() };
        (nowhere.value.clone(), nowhere)
    });
    let registers = map.registers.iter().map(|register| placed(&register.name, pascal_case));
    own.chain(registers)
        .chain(enumerations(map).map(|enumeration| placed(&enumeration.type_name, str::to_owned)))
}

fn duplicates(what: &str, names: impl Iterator<Item = (String, Placed<String>)>) -> Vec<Diagnostic> {
    let mut seen: BTreeMap<String, Placed<String>> = BTreeMap::new();
    let mut sorted: Vec<(String, Placed<String>)> = names.collect();
    sorted.sort_by_key(|(_, name)| name.place);
    let mut diagnostics = Vec::new();
    for (form, name) in sorted {
        match seen.get(&form) {
            Some(first) => diagnostics.push(diagnose(what, first, &name)),
            None => drop(seen.insert(form, name)),
        }
    }
    diagnostics
}

fn diagnose(what: &str, first: &Placed<String>, name: &Placed<String>) -> Diagnostic {
    let message = if first.value == name.value {
        format!("{} is already the name of another {what}", name.value)
    } else {
        format!("{} and {} become the same {what} name in generated code", first.value, name.value)
    };
    let remedy = match first.place == Place::default() {
        true => "rename it; the generated crate defines this name itself",
        false => "rename one of them",
    };
    Diagnostic::new(Code::DuplicateName, name.place, message)
        .label("already in use")
        .note(first.place, "first used here")
        .remedy(remedy)
}
