//! `monitor regs NAME...`: registers of the HWS with their fields. Reading them has no effect.

use hws_input::{did_you_mean, nearest};
use hws_model::Hws;
use hws_regs::{FieldInfo, Legal, NameError, REGISTERS, RegId};

/// `window` is the address of the first register.
pub(super) fn answer(hws: &Hws, window: u32, names: &str) -> String {
    if names.is_empty() {
        return "give the name of a register, such as PROMOTE or RS[3].FLAGS".to_owned();
    }
    names.split([' ', ',']).filter(|name| !name.is_empty()).map(|name| of_name(hws, window, name)).collect()
}

fn of_name(hws: &Hws, window: u32, name: &str) -> String {
    let name = name.to_uppercase();
    match RegId::parse(&name) {
        Ok(register) => text(hws, window, register),
        Err(error) => match elements(&name) {
            elements if elements.is_empty() => format!("{}\n", unknown(&name, error)),
            elements => elements.into_iter().map(|register| line(hws, register)).collect(),
        },
    }
}

/// The elements of an array that is named without an index.
fn elements(name: &str) -> Vec<RegId> {
    let without = |text: &str| text.replace("[]", "");
    RegId::all()
        .filter(|register| register.info().name.contains('[') && without(register.info().name) == name)
        .collect()
}

fn unknown(name: &str, error: NameError) -> String {
    match error {
        NameError::Unknown => {
            let meant = nearest(name, REGISTERS.iter().map(|register| register.name));
            format!("no register `{name}`; {}`hws regs grep WORD` finds registers", did_you_mean(meant))
        }
        error => error.to_string(),
    }
}

/// A register on one line.
fn line(hws: &Hws, register: RegId) -> String {
    let value = hws.peek(register);
    let fields = register.info().fields;
    let fields: Vec<_> =
        fields.iter().map(|field| format!("{} {}", field.name, shown(field, value))).collect();
    format!("{register:<24} {value:#010x}  {}\n", fields.join(", "))
}

/// A register with a line for each field.
fn text(hws: &Hws, window: u32, register: RegId) -> String {
    let value = hws.peek(register);
    let info = register.info();
    let address = window + register.offset();
    let mut text = format!("{register} at {address:#010x} = {value:#010x}\n  {}\n", info.description);
    if !info.access.is_readable() {
        text += "  cannot be read by firmware\n";
    }
    for field in info.fields {
        text += &format!("  {:<20} {:<12} {}\n", field.name, shown(field, value), field.description);
    }
    text
}

/// The value of a field, with its name if values have names.
fn shown(field: &FieldInfo, word: u32) -> String {
    let value = field.extract(word);
    let names: &[(&str, u32)] = if let Legal::Enumerated(names) = field.legal { names } else { &[] };
    let name = names.iter().find(|(_, named)| *named == value).map(|(name, _)| *name);
    match name {
        Some(name) => format!("{value} {name}"),
        // A mask or an address.
        None if field.width == 32 => format!("{value:#x}"),
        None => value.to_string(),
    }
}
