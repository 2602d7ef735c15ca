//! Names of other registers: aliases, write enables and locks.

use crate::diagnostic::{Code, MapDiagnostic};
use crate::model::{HardwareAccess, Map, MapAccess, MapField, MapLegal, MapRegister, Placed, WriteGuard};
use hws_input::nearest;
use std::collections::BTreeMap;

/// Looks up every name of a register; one that does not exist, or that has another number of elements, is reported.
pub(super) fn resolve(map: &mut Map, diagnostics: &mut Vec<MapDiagnostic>) {
    let mut registers = std::mem::take(&mut map.registers);
    let index: BTreeMap<String, usize> = registers
        .iter()
        .enumerate()
        .map(|(number, register)| (register.name.value.clone(), number))
        .collect();
    for number in 0..registers.len() {
        if let Some(alias) = registers[number].alias_of.clone() {
            match target(&registers, &index, &registers[number], &alias.value) {
                Some(target) if registers[target].alias_of.is_some() => {
                    diagnostics.push(alias_of_alias(&alias, target == number, &registers[target]));
                }
                Some(target) => registers[number] = alias_to(&registers, number, target),
                None => diagnostics.push(unknown(&alias, "register", &index)),
            }
        }
    }
    for number in 0..registers.len() {
        for place in 0..registers[number].fields.len() {
            let mut guards = std::mem::take(&mut registers[number].fields[place].guards);
            guards.retain_mut(|guard| settle(&registers, &index, number, guard, diagnostics));
            registers[number].fields[place].guards = guards;
        }
    }
    diagnostics.dedup();
    diagnostics.truncate(crate::MOST_DIAGNOSTICS);
    map.registers = registers;
}

/// Returns the number of the register that `from` means by the name: a word of its own group, or a register of its own.
fn target(
    registers: &[MapRegister],
    index: &BTreeMap<String, usize>,
    from: &MapRegister,
    name: &str,
) -> Option<usize> {
    let group = from.name.value.rsplit_once('.').map(|(group, _)| group);
    let of_group = group.and_then(|group| index.get(&format!("{group}.{name}")));
    let number = *of_group.or_else(|| index.get(name))?;
    // Element by element, or one for all.
    let dims = &registers.get(number)?.dims;
    let is_single = dims.is_empty() || of_group.is_some() && dims.len() <= from.dims.len();
    is_single.then_some(number)
}

/// Returns the alias with the fields of its target, unless it has its own. The hardware is connected to the storage, so that its side
/// is that of the target, unless the alias states one.
fn alias_to(registers: &[MapRegister], alias: usize, target: usize) -> MapRegister {
    let (mut register, target) = (registers[alias].clone(), &registers[target]);
    if let [only] = register.fields.as_slice()
        && only.name.value == "VALUE"
        && only.name.place == register.name.place
    {
        let (access, hardware) = (only.access.clone(), only.hardware.clone());
        let is_stated = access.place != register.name.place;
        let is_hardware_stated = only.states_hardware();
        let inherit = |field: &MapField| match is_stated {
            true => with_access(field, access.clone(), hardware.clone()),
            false if is_hardware_stated => MapField { hardware: hardware.clone(), ..field.clone() },
            false => field.clone(),
        };
        register.fields = target.fields.iter().map(inherit).collect();
    }
    for field in register.fields.iter_mut().filter(|field| !field.states_hardware()) {
        let side = target.hardware_of(field.mask());
        field.hardware.value = side.unwrap_or(field.hardware.value);
    }
    register.alias_of = register.alias_of.map(|name| name.with(target.name.value.clone()));
    register
}

/// Returns the field as another access shows it: what only writes have is left out when they do not store.
fn with_access(field: &MapField, access: Placed<MapAccess>, hardware: Placed<HardwareAccess>) -> MapField {
    let (stores, is_writable) = (access.value.stores(), access.value.is_writable());
    let is_kept = stores || matches!(field.legal, MapLegal::Enumerated(_)) && !is_writable;
    MapField {
        legal: if is_kept { field.legal.clone() } else { MapLegal::Any },
        pulse: field.pulse && stores,
        guards: if is_writable { field.guards.clone() } else { Vec::new() },
        access,
        hardware,
        ..field.clone()
    }
}

/// Completes a guard; reports and removes one whose bit does not exist.
fn settle(
    registers: &[MapRegister],
    index: &BTreeMap<String, usize>,
    from: usize,
    guard: &mut WriteGuard,
    diagnostics: &mut Vec<MapDiagnostic>,
) -> bool {
    let from = &registers[from];
    let found = bit(registers, index, from, &guard.target.value);
    let Some((register, field)) = found else {
        if diagnostics.len() < crate::MOST_DIAGNOSTICS {
            let name = &guard.target;
            let wide = wide(registers, index, from, &name.value).map(|reason| not_a_bit(name, &reason));
            diagnostics.push(wide.unwrap_or_else(|| unknown(name, "bit", index)));
        }
        return false;
    };
    (guard.register, guard.field) = (register.name.value.clone(), field.name.value.clone());
    true
}

/// Returns the one-bit field that the name means: `REGISTER.FIELD`, or `REGISTER` if it has one field.
fn bit<'a>(
    registers: &'a [MapRegister],
    index: &BTreeMap<String, usize>,
    from: &MapRegister,
    name: &str,
) -> Option<(&'a MapRegister, &'a MapField)> {
    let whole = target(registers, index, from, name).and_then(|number| match registers.get(number) {
        Some(register) if register.fields.len() == 1 => Some((register, register.fields.first()?)),
        _ => None,
    });
    let part = || {
        let (register, field) = name.rsplit_once('.')?;
        let register = registers.get(target(registers, index, from, register)?)?;
        Some((register, register.field(field)?))
    };
    whole.or_else(part).filter(|(_, field)| field.width() == 1)
}

/// Returns why the name, which means a register or a field of one, does not mean a bit.
fn wide(
    registers: &[MapRegister],
    index: &BTreeMap<String, usize>,
    from: &MapRegister,
    name: &str,
) -> Option<String> {
    let register = |name: &str| registers.get(target(registers, index, from, name)?);
    if let Some(register) = register(name) {
        return Some(match register.fields.as_slice() {
            [only] => format!("has {} bits", only.width()),
            fields => format!("has {} fields", fields.len()),
        });
    }
    let (head, field) = name.rsplit_once('.')?;
    Some(format!("has {} bits", register(head)?.field(field)?.width()))
}

fn not_a_bit(name: &Placed<String>, reason: &str) -> MapDiagnostic {
    MapDiagnostic::new(Code::UnknownRegister, name.place, format!("{} is not a single bit", name.value))
        .label(reason)
        .remedy("name a field of one bit: REGISTER.FIELD")
}

/// Storage is that of one register: an alias shows a register that is not an alias itself.
fn alias_of_alias(alias: &Placed<String>, is_itself: bool, target: &MapRegister) -> MapDiagnostic {
    let name = &target.name.value;
    let message = match is_itself {
        true => format!("{name} is an alias of itself"),
        false => format!("{name} is an alias itself"),
    };
    let remedy = "name the register that has the storage";
    let diagnostic = MapDiagnostic::new(Code::UnknownRegister, alias.place, message).remedy(remedy);
    match &target.alias_of {
        Some(other) if !is_itself => {
            diagnostic.label("has no storage").note(other.place, "an alias because of this")
        }
        _ => diagnostic.label("this register"),
    }
}

fn unknown(name: &Placed<String>, what: &str, index: &BTreeMap<String, usize>) -> MapDiagnostic {
    let register = name.value.split('.').next().unwrap_or_default();
    let remedy = match what {
        "bit" => {
            "name a field of one bit, REGISTER.FIELD, of a register that is not an array or of the same group"
        }
        _ => "name another register that is not an array, or a word of the same group",
    };
    MapDiagnostic::new(
        Code::UnknownRegister,
        name.place,
        format!("there is no {what} {} to refer to", name.value),
    )
    .label("not found")
    .remedy(remedy)
    .suggest(nearest(register, index.keys().map(String::as_str)).filter(|_| what == "register"))
}
