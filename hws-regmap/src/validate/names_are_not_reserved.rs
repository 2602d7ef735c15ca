//! No name is a reserved word of a language that the map is exported to, as written or in lower case.
//!
//! For SystemVerilog and UVM only the name as written counts: normative names (FORCE, CHECK) are reserved
//! there in lower case, and those exports append an underscore where they have to.

use super::names::{Named, capitals, enumerations};
use crate::diagnostic::{Code, Diagnostic};
use crate::emit::keywords;
use crate::model::{Map, Placed};
use crate::names::{pascal_case, snake_case};

/// Rust 2024, strict and reserved keywords.
#[rustfmt::skip]
const RUST: &[&str] = &[
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "crate", "do",
    "dyn", "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let",
    "loop", "macro", "match", "mod", "move", "mut", "override", "priv", "pub", "ref", "return",
    "self", "static", "struct", "super", "trait", "true", "try", "type", "typeof", "unsafe",
    "unsized", "use", "virtual", "where", "while", "yield", "Self",
];

/// The methods that every register type has; a field's getter would clash with them.
const METHODS: &[&str] = &["bits", "from_bits", "is_legal", "info"];

/// The languages whose exports append an underscore to a reserved word in lower case.
const ESCAPED: &[&str] = &["systemverilog", "uvm"];

pub(super) fn check(map: &Map) -> Vec<Diagnostic> {
    let capitals = capitals(map).filter_map(|(named, name)| judge(name, owner(named, &name.value)?));
    let types = enumerations(map).map(|enumeration| &enumeration.type_name);
    capitals.chain(types.filter_map(|name| judge(name, as_written(&name.value)?))).collect()
}

/// Returns the language that reserves the name. A named value is never written in lower case; in Rust it is
/// written like a type.
fn owner(named: Named, name: &str) -> Option<&'static str> {
    match named {
        Named::Value => {
            as_written(name).or_else(|| RUST.contains(&pascal_case(name).as_str()).then_some("Rust"))
        }
        Named::Field => as_written(name).or_else(|| of_a_method(name)).or_else(|| in_lower_case(name)),
        _ => as_written(name).or_else(|| in_lower_case(name)),
    }
}

fn of_a_method(name: &str) -> Option<&'static str> {
    METHODS.contains(&snake_case(name).as_str()).then_some("the register types of hws-regs")
}

fn in_lower_case(name: &str) -> Option<&'static str> {
    let lower = snake_case(name);
    let strict = keywords::LANGUAGES.iter().filter(|(language, _)| !ESCAPED.contains(language));
    let mut owners = strict.filter(|(_, words)| words.contains(&lower.as_str()));
    let other = owners.next().map(|(language, _)| *language);
    RUST.contains(&lower.as_str()).then_some("Rust").or(other)
}

fn as_written(name: &str) -> Option<&'static str> {
    let mut languages = keywords::LANGUAGES.iter();
    let found = languages.find(|(_, words)| words.contains(&name)).map(|(language, _)| *language);
    found.or(RUST.contains(&name).then_some("Rust"))
}

fn judge(name: &Placed<String>, owner: &str) -> Option<Diagnostic> {
    let message = format!("{} is reserved by {}", name.value, language(owner));
    let diagnostic = Diagnostic::new(Code::ReservedWord, name.place, message)
        .label("reserved")
        .remedy("choose another name, for example with a prefix");
    Some(diagnostic)
}

/// Returns the language of a format as it is usually written.
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
