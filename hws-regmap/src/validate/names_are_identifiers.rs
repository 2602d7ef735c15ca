//! Every name is a datasheet name (capitals, digits, underscores) whose Rust forms are free to use.

use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Legal, Map, Placed};
use crate::names::snake_case;

/// What a getter must not be called: keywords, and the methods every register has.
const TAKEN: &[&str] = &[
    "as",
    "async",
    "await",
    "break",
    "const",
    "continue",
    "crate",
    "dyn",
    "else",
    "enum",
    "extern",
    "false",
    "fn",
    "for",
    "gen",
    "if",
    "impl",
    "in",
    "let",
    "loop",
    "match",
    "mod",
    "move",
    "mut",
    "pub",
    "ref",
    "return",
    "self",
    "static",
    "struct",
    "super",
    "trait",
    "true",
    "type",
    "unsafe",
    "use",
    "where",
    "while",
    "abstract",
    "become",
    "box",
    "do",
    "final",
    "macro",
    "override",
    "priv",
    "try",
    "typeof",
    "unsized",
    "virtual",
    "yield",
    "bits",
    "from_bits",
    "is_legal",
    "info",
];

pub(super) fn check(map: &Map) -> Vec<Diagnostic> {
    let registers = map.registers.iter().map(|register| &register.name);
    let outer = registers
        .chain(map.parameters.iter().map(|parameter| &parameter.name))
        .filter(|name| !is_capital(name));
    let fields =
        super::fields(map).map(|(_, field)| &field.name).filter(|name| !is_capital(name) || is_taken(name));
    outer.chain(fields).chain(variants(map)).map(illegal).chain(types(map)).collect()
}

fn variants(map: &Map) -> impl Iterator<Item = &Placed<String>> {
    let enumerations = super::fields(map).filter_map(|(_, field)| match &field.legal {
        Legal::Enumerated(enumeration) => Some(enumeration),
        _ => None,
    });
    let names = enumerations.flat_map(|enumeration| enumeration.variants.iter().map(|variant| &variant.name));
    names.filter(|name| !is_capital(name) || snake_case(&name.value) == "self")
}

fn types(map: &Map) -> impl Iterator<Item = Diagnostic> {
    super::fields(map).filter_map(|(_, field)| match &field.legal {
        Legal::Enumerated(enumeration) if !is_pascal(&enumeration.type_name.value) => {
            let name = &enumeration.type_name;
            let message = format!("{} cannot be the name of a type", name.value);
            Some(Diagnostic::new(Code::IllegalName, name.position, message, "write it like OutPath"))
        }
        _ => None,
    })
}

fn illegal(name: &Placed<String>) -> Diagnostic {
    let message = format!("{} cannot be a name here", name.value);
    let remedy = "use capitals, digits and underscores, a letter first, and no word that Rust or the register types use";
    Diagnostic::new(Code::IllegalName, name.position, message, remedy)
}

/// Brackets and dots are what resolving a group or an array has added; each part is a name.
fn is_capital(name: &Placed<String>) -> bool {
    name.value.split('.').map(|part| part.trim_end_matches("[]")).all(|part| {
        part.starts_with(|c: char| c.is_ascii_uppercase())
            && part.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_')
    })
}

fn is_taken(name: &Placed<String>) -> bool {
    TAKEN.contains(&snake_case(&name.value).as_str())
}

fn is_pascal(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_uppercase())
        && name.chars().all(|c| c.is_ascii_alphanumeric())
        && name != "Self"
}
