//! A register or field without a description: every export shows it to somebody who needs one.

use crate::diagnostic::{Code, MapDiagnostic};
use crate::model::{Map, MapRegister};

/// More names would not be read.
const MOST_NAMES: usize = 6;

pub(super) fn warn(map: &Map) -> Vec<MapDiagnostic> {
    map.registers.iter().filter_map(judge).collect()
}

/// One warning for a register with all its fields.
fn judge(register: &MapRegister) -> Option<MapDiagnostic> {
    let name = &register.name;
    let bare: Vec<&str> = register
        .fields
        .iter()
        .filter(|field| field.description.is_empty())
        .map(|field| field.name.value.as_str())
        .collect();
    let message = match (register.description.is_empty(), bare.as_slice()) {
        (false, []) => return None,
        (true, []) => format!("{} has no description", name.value),
        (true, fields) => format!("{} has no description, nor has {}", name.value, listed(fields)),
        (false, fields) => format!("there is no description of {} in {}", listed(fields), name.value),
    };
    let diagnostic = MapDiagnostic::new(Code::MissingDescription, name.place, message);
    Some(
        diagnostic
            .label("in this register")
            .remedy("add `description:`; the exports show it to their readers"),
    )
}

fn listed(names: &[&str]) -> String {
    match names.len().checked_sub(MOST_NAMES) {
        None | Some(0) => names.join(", "),
        Some(more) => format!("{} and {more} more", names[..MOST_NAMES].join(", ")),
    }
}
