//! Every name is a datasheet name (capitals, unless the map allows any case, digits and underscores, starting with a
//! letter); the name of a type is in PascalCase.

use crate::diagnostic::{Code, MapDiagnostic};
use crate::model::{Map, Placed};

pub(super) fn check(map: &Map) -> Vec<MapDiagnostic> {
    let is_name = if map.any_case { is_word } else { is_capital };
    let names = super::names::capitals(map).filter(|(_, name)| !is_name(name)).map(|(_, name)| illegal(name));
    // The map's own name is one word, which begins names of the exports.
    let own = Some(&map.name).filter(|name| !is_name(name) || name.value.contains(['.', '[']));
    let types = super::names::enumerations(map).map(|enumeration| &enumeration.type_name);
    own.map(illegal)
        .into_iter()
        .chain(names)
        .chain(types.filter(|name| !is_pascal(&name.value)).map(no_type))
        .collect()
}

fn illegal(name: &Placed<String>) -> MapDiagnostic {
    let better: String = name.value.to_ascii_uppercase().replace(['-', ' '], "_");
    let better = name.with(better);
    MapDiagnostic::new(
        Code::IllegalName,
        name.place,
        format!("`{}` is not a valid datasheet name", name.value),
    )
    .label("invalid name")
    .remedy("use capitals, digits and underscores, starting with a letter; `names: any` allows lower case")
    .suggest(Some(better.value.clone()).filter(|text| is_capital(&better) && !text.contains(['.', '['])))
}

fn no_type(name: &Placed<String>) -> MapDiagnostic {
    MapDiagnostic::new(Code::IllegalName, name.place, format!("`{}` is not a valid type name", name.value))
        .label("invalid name")
        .remedy("use PascalCase, as in OutPath")
        .suggest(Some(pascal(&name.value)).filter(|better| is_pascal(better)))
}

fn is_capital(name: &Placed<String>) -> bool {
    is_word(name) && !name.value.contains(|c: char| c.is_ascii_lowercase())
}

/// Resolving a group or an array has added brackets and dots; each part is a name.
fn is_word(name: &Placed<String>) -> bool {
    name.value.split('.').map(|part| part.trim_end_matches("[]")).all(|part| {
        part.starts_with(|c: char| c.is_ascii_alphabetic())
            && part.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    })
}

/// Returns the words of a name such as `out_path` in PascalCase.
fn pascal(name: &str) -> String {
    let word = |word: &str| {
        let (first, rest) = word.split_at_checked(1).unwrap_or((word, ""));
        let is_shouted = !rest.contains(|c: char| c.is_ascii_lowercase());
        let rest = if is_shouted { rest.to_ascii_lowercase() } else { rest.to_owned() };
        first.to_ascii_uppercase() + &rest
    };
    name.split(['_', '-', ' ']).map(word).collect()
}

pub(super) fn is_pascal(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_uppercase()) && name.chars().all(|c| c.is_ascii_alphanumeric())
}
