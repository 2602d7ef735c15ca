//! No two names of an export are the same, where it makes one name of several: `HWS_A_B_C_MASK` of a field `B_C` in `A`
//! and of a field `C` in `A_B`.
//!
//! C, SystemVerilog and Python have one scope of constants; formats that know registers and groups have one scope of
//! those for the whole map, and IP-XACT has one of pages and memories. Case does not make names distinct. The pieces
//! here are those of the templates; a test looks for names that appear twice in the exports of random maps.

use super::names::enumerations;
use crate::diagnostic::{Code, MapDiagnostic};
use crate::model::{Map, MapField, MapRegister, Place};
use crate::names::{Symbols, field_symbol, ident, snake};
use std::collections::{BTreeMap, BTreeSet};

/// A name of an export, and what it is made of.
struct Flat<'a> {
    name: String,
    from: String,
    place: Place,
    /// Where such names are.
    scope: &'a str,
}

/// Constants of C and SystemVerilog that do not belong to anything in the map.
const OWN: &[&str] =
    &["FINGERPRINT", "WINDOW_BYTES", "BASE", "GET", "PUT", "GET64", "PUT64", "STATIC_ASSERT", "REGS_H"];

const OF_A_FIELD: &[&str] = &["SHIFT", "LSB", "WIDTH", "MASK", "RESET"];

pub(super) fn check(map: &Map) -> Vec<MapDiagnostic> {
    let symbols = Symbols::new(map, &map.name.value.to_ascii_uppercase());
    let c = constants(map, "C", |register| symbols.of(&register.name.value));
    let systemverilog = constants(map, "SystemVerilog", |register| ident(&register.name.value));
    let scopes = [c, systemverilog, variables(map), instances(map), blocks(map)];
    let mut diagnostics: Vec<MapDiagnostic> = scopes.into_iter().flat_map(duplicates).collect();
    // One pair of names clashes in several constants and languages.
    let mut reported = BTreeSet::new();
    let pair =
        |diagnostic: &MapDiagnostic| (diagnostic.place, diagnostic.notes.first().map(|note| note.place));
    diagnostics.retain(|diagnostic| reported.insert(pair(diagnostic)));
    diagnostics
}

/// Returns the constants of a language in which the registers have these names.
fn constants<'a>(map: &Map, scope: &'a str, symbol: impl Fn(&MapRegister) -> String) -> Vec<Flat<'a>> {
    let flat = |first: &str, last: &str, from: &str, place| Flat {
        name: format!("{first}_{last}").to_ascii_uppercase(),
        from: from.to_owned(),
        place,
        scope,
    };
    let mut names: Vec<Flat<'a>> = Vec::new();
    for own in OWN {
        let from = "a constant of every export".to_owned();
        names.push(Flat { name: (*own).to_owned(), from, place: Place::default(), scope });
    }
    for page in &map.pages {
        let (name, from) = (format!("PAGE_{}", page.name.value), format!("the page {}", page.name.value));
        names.extend(["BASE", "SIZE"].iter().map(|end| flat(&name, end, &from, page.name.place)));
    }
    for parameter in &map.parameters {
        let name = &parameter.name;
        names.push(flat("PARAM", &name.value, &format!("the parameter {}", name.value), name.place));
    }
    for memory in &map.memories {
        let (name, from) = (&memory.name, format!("the memory {}", memory.name.value));
        names.extend(["OFFSET", "BYTES"].iter().map(|end| flat(&name.value, end, &from, name.place)));
    }
    for enumeration in enumerations(map) {
        let prefix = snake(&enumeration.type_name.value);
        names.extend(enumeration.variants.iter().map(|variant| {
            let from = format!("the value {} of {}", variant.name.value, enumeration.type_name.value);
            flat(&prefix, &variant.name.value, &from, variant.name.place)
        }));
    }
    for register in &map.registers {
        let (symbol, from) = (symbol(register), &register.name.value);
        let own = of_register(register).into_iter();
        names.extend(own.map(|end| flat(&symbol, &end, from, register.name.place)));
        for field in &register.fields {
            let (name, from) =
                (format!("{symbol}_{}", field_symbol(&field.name.value)), of_field(register, field));
            names.extend(OF_A_FIELD.iter().map(|end| flat(&name, end, &from, field.name.place)));
        }
    }
    names
}

/// Returns the ends of the constants of a register.
fn of_register(register: &MapRegister) -> Vec<String> {
    let always = ["OFFSET", "BYTES", "ADDR", "FIELDS", "WRITE_MASK", "PULSE_MASK", "RESET_KNOWN"];
    let mut ends: Vec<String> = always.map(str::to_owned).to_vec();
    ends.push(if register.has_linear_reset() { "RESETS" } else { "RESET" }.to_owned());
    if !register.dims.is_empty() {
        ends.push("AT".to_owned());
    }
    for place in 0..register.dims.len() {
        let number = if register.dims.len() == 1 { String::new() } else { place.to_string() };
        ends.extend([format!("COUNT{number}"), format!("STRIDE{number}")]);
    }
    ends
}

/// The variables of the Python module.
fn variables(map: &Map) -> Vec<Flat<'_>> {
    let flat = |name: String, from: String, place| Flat {
        name: name.to_ascii_uppercase(),
        from,
        place,
        scope: "Python",
    };
    let parameters = map.parameters.iter().map(|parameter| &parameter.name).map(|name| {
        flat(format!("PARAM_{}", name.value), format!("the parameter {}", name.value), name.place)
    });
    let registers = map.registers.iter().map(|register| &register.name);
    let registers = registers.map(|name| flat(ident(&name.value), name.value.clone(), name.place));
    parameters.chain(registers).collect()
}

fn of_field(register: &MapRegister, field: &MapField) -> String {
    format!("{}.{}", register.name.value, field.name.value)
}

/// Registers, groups and memories, with the elements of arrays that some format shows one by one.
fn instances(map: &Map) -> Vec<Flat<'_>> {
    let flat = |name: &str, from: &str, place| Flat {
        name: name.to_ascii_uppercase(),
        from: from.to_owned(),
        place,
        scope: "SystemRDL, SVD, IP-XACT and UVM",
    };
    let registers = map.registers.iter().map(|register| &register.name);
    let mut names: Vec<Flat<'_>> =
        registers.map(|name| flat(&ident(&name.value), &name.value, name.place)).collect();
    let groups = map.groups.iter().map(|group| &group.name);
    names.extend(groups.map(|name| flat(&name.value, &format!("the group {}", name.value), name.place)));
    let memories = map.memories.iter().map(|memory| &memory.name);
    names.extend(memories.map(|name| flat(&name.value, &format!("the memory {}", name.value), name.place)));
    let arrays: BTreeMap<String, &MapRegister> = map
        .registers
        .iter()
        .filter(|register| is_unrolled(register))
        .map(|register| (ident(&register.name.value).to_ascii_uppercase(), register))
        .collect();
    let elements: Vec<Flat<'_>> = names.iter().flat_map(|name| elements(&name.name, &arrays)).collect();
    names.extend(elements);
    names
}

/// Returns whether some format has no array for these elements.
fn is_unrolled(register: &MapRegister) -> bool {
    let is_packed =
        register.dims.len() == 1 && register.dims.iter().all(|dim| dim.stride.value == register.bytes());
    register.has_linear_reset() || !is_packed && !register.dims.is_empty()
}

/// Returns the element of an array that is written like the name: `A_1` is element 1 of `A`.
fn elements<'a>(name: &str, arrays: &BTreeMap<String, &'a MapRegister>) -> Vec<Flat<'a>> {
    let mut found = Vec::new();
    let (mut rest, mut indices) = (name, Vec::new());
    while let Some((before, index)) = rest.rsplit_once('_') {
        let Ok(number) = index.parse::<u32>() else { break };
        (rest, indices) = (before, [vec![number], indices].concat());
        let Some(array) = arrays.get(rest) else { continue };
        let is_element = array.dims.len() == indices.len()
            && array.dims.iter().zip(&indices).all(|(dim, index)| *index < dim.count.value);
        if is_element {
            let from = format!("an element of {}", array.name.value);
            let scope = "SystemRDL, SVD and IP-XACT";
            found.push(Flat { name: name.to_owned(), from, place: array.name.place, scope });
        }
    }
    found
}

/// Pages and memories are address blocks; a page with memories is one for each of its parts.
fn blocks(map: &Map) -> Vec<Flat<'_>> {
    let flat = |name: String, from: String, place| Flat {
        name: name.to_ascii_uppercase(),
        from,
        place,
        scope: "IP-XACT",
    };
    let mut names = Vec::new();
    for page in &map.pages {
        let (name, from) = (&page.name.value, format!("the page {}", page.name.value));
        let memories = map.memories.iter().filter(|memory| memory.page == *name).count();
        names.push(flat(name.clone(), from.clone(), page.name.place));
        let parts = if memories == 0 { 0 } else { 2 * memories };
        names.extend((1..=parts).map(|part| flat(format!("{name}_{part}"), from.clone(), page.name.place)));
    }
    for memory in &map.memories {
        let from = format!("the memory {}", memory.name.value);
        names.push(flat(memory.name.value.clone(), from, memory.name.place));
    }
    names
}

fn duplicates(mut names: Vec<Flat<'_>>) -> Vec<MapDiagnostic> {
    names.sort_by_key(|name| name.place.span);
    let mut seen: BTreeMap<&str, &Flat<'_>> = BTreeMap::new();
    let mut diagnostics = Vec::new();
    for flat in &names {
        match seen.get(flat.name.as_str()) {
            // The elements of one array, or a name used twice, which another check reports.
            Some(first) if first.place == flat.place || first.from == flat.from => {}
            Some(first) => diagnostics.push(diagnose(first, flat)),
            None => drop(seen.insert(&flat.name, flat)),
        }
    }
    diagnostics
}

fn diagnose(first: &Flat<'_>, flat: &Flat<'_>) -> MapDiagnostic {
    let message = format!("{} and {} both become {} in {}", first.from, flat.from, flat.name, flat.scope);
    let diagnostic =
        MapDiagnostic::new(Code::DuplicateName, flat.place, message).label("the same name in an export");
    let is_own = first.place == Place::default();
    let diagnostic = if is_own { diagnostic } else { diagnostic.note(first.place, "first used here") };
    diagnostic.remedy(if is_own {
        "rename it; the exports define this name themselves"
    } else {
        "rename one of them"
    })
}
