//! No type of named values is called like a reserved word of a language that the map is exported to.
//!
//! Every other name may be one: the exports append an underscore where they have to. A type has the same name in every
//! language, because programs name it more often than any field.

use super::names::enumerations;
use super::names_are_identifiers::is_pascal;
use crate::diagnostic::{Code, MapDiagnostic};
use crate::emit::keywords;
use crate::model::{Map, Placed};

pub(super) fn check(map: &Map) -> Vec<MapDiagnostic> {
    let types = enumerations(map).map(|enumeration| &enumeration.type_name);
    // Of a name in another form, that is said.
    types.filter(|name| is_pascal(&name.value)).filter_map(judge).collect()
}

fn judge(name: &Placed<String>) -> Option<MapDiagnostic> {
    let mut languages = keywords::LANGUAGES.iter();
    let (format, _) = languages.find(|(_, words)| words.contains(&name.value.as_str()))?;
    let message = format!("{} is reserved by {}", name.value, language(format));
    let diagnostic = MapDiagnostic::new(Code::ReservedWord, name.place, message)
        .label("reserved")
        .remedy("choose another name, for example with a prefix");
    Some(diagnostic)
}

/// Returns the language of a format as it is usually written.
fn language(format: &str) -> &str {
    match format {
        "rust" => "Rust",
        "c" => "C and C++",
        "systemverilog" => "SystemVerilog",
        "uvm" => "UVM",
        "systemrdl" => "SystemRDL",
        "python" => "Python",
        other => other,
    }
}
