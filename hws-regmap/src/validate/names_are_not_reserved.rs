//! No name is a reserved word of a language the map is exported to, as written or in small letters.
//!
//! SystemVerilog and UVM are judged as written only: normative names (FORCE, CHECK) are words there
//! in small letters, and the exports put an underscore behind one where they have to.

use super::names::{Named, capitals, enumerations};
use crate::diagnostic::{Code, Diagnostic};
use crate::emit::keywords;
use crate::model::{Map, Placed};
use crate::names::{pascal_case, snake_case};

/// Rust 2024, in use or kept.
#[rustfmt::skip]
const RUST: &[&str] = &[
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "crate", "do",
    "dyn", "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let",
    "loop", "macro", "match", "mod", "move", "mut", "override", "priv", "pub", "ref", "return",
    "self", "static", "struct", "super", "trait", "true", "try", "type", "typeof", "unsafe",
    "unsized", "use", "virtual", "where", "while", "yield", "Self",
];

/// The methods that every register type has; a field's getter would meet them.
const METHODS: &[&str] = &["bits", "from_bits", "is_legal", "info"];

/// The languages in which the exports step around a word in small letters.
const STEPPED_AROUND: &[&str] = &["systemverilog", "uvm"];

pub(super) fn check(map: &Map) -> Vec<Diagnostic> {
    let capitals = capitals(map).filter_map(|(named, name)| judge(name, owner(named, &name.value)?));
    let types = enumerations(map).map(|enumeration| &enumeration.type_name);
    capitals.chain(types.filter_map(|name| judge(name, as_written(&name.value)?))).collect()
}

/// Who keeps the name for itself. A named value is never written in small letters; in Rust it is
/// written like a type.
fn owner(named: Named, name: &str) -> Option<&'static str> {
    match named {
        Named::Value => {
            as_written(name).or_else(|| RUST.contains(&pascal_case(name).as_str()).then_some("Rust"))
        }
        Named::MapField => as_written(name).or_else(|| of_a_method(name)).or_else(|| in_small_letters(name)),
        _ => as_written(name).or_else(|| in_small_letters(name)),
    }
}

fn of_a_method(name: &str) -> Option<&'static str> {
    METHODS.contains(&snake_case(name).as_str()).then_some("the register types of hws-regs")
}

fn in_small_letters(name: &str) -> Option<&'static str> {
    let small = snake_case(name);
    let strict = keywords::LANGUAGES.iter().filter(|(language, _)| !STEPPED_AROUND.contains(language));
    let mut owners = strict.filter(|(_, words)| words.contains(&small.as_str()));
    let other = owners.next().map(|(language, _)| *language);
    RUST.contains(&small.as_str()).then_some("Rust").or(other)
}

fn as_written(name: &str) -> Option<&'static str> {
    let mut languages = keywords::LANGUAGES.iter();
    let found = languages.find(|(_, words)| words.contains(&name)).map(|(language, _)| *language);
    found.or(RUST.contains(&name).then_some("Rust"))
}

fn judge(name: &Placed<String>, owner: &str) -> Option<Diagnostic> {
    let message = format!("{} is a reserved word of {}", name.value, language(owner));
    let diagnostic = Diagnostic::new(Code::ReservedWord, name.place, message)
        .label("not free to use")
        .remedy("choose another name, for example with a word in front");
    Some(diagnostic)
}

/// A format's name as people write the language.
fn language(format: &str) -> &str {
    match format {
        "c" => "C and C++",
        "systemverilog" => "SystemVerilog",
        "uvm" => "UVM",
        "systemrdl" => "SystemRDL",
        "python" => "Python",
        other => other,
    }
}
