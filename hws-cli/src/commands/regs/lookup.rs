//! Finding a register or field by name, with or without indices, or by address.

use hws_regmap::{Map, MapField, MapRegister};

use super::word::number;
use crate::failure::Failure;

/// At most this many registers are suggested.
const MOST_NAMES: usize = 5;

/// The code of a field that a register does not have.
pub(super) const UNKNOWN_FIELD: &str = "unknown-field";

/// A register, or one element of an array, or a field of it.
pub(super) struct Found<'a> {
    pub(super) register: &'a MapRegister,
    /// The field, if one is asked for.
    field: Option<&'a MapField>,
    /// The indices, outermost first; empty for a whole array.
    pub(super) indices: Vec<u32>,
}

pub(super) fn lookup<'a>(map: &'a Map, what: &str) -> Result<Found<'a>, Failure> {
    match number(what) {
        Some(address) => at_address(map, address),
        None => by_name(map, what),
    }
}

impl<'a> Found<'a> {
    /// The field that is asked for, or all fields of the register.
    pub(super) fn fields(&self) -> Vec<&'a MapField> {
        match self.field {
            Some(field) => vec![field],
            None => self.register.fields.iter().collect(),
        }
    }

    /// Its name, with the given indices.
    pub(super) fn name(&self) -> String {
        let mut indices = self.indices.iter();
        let pieces = self.register.name.value.split("[]");
        let pieces: Vec<&str> = pieces.collect();
        let index = |_| indices.next().map_or("[]".to_owned(), |index| format!("[{index}]"));
        let brackets: Vec<String> = (1..pieces.len()).map(index).collect();
        pieces
            .iter()
            .zip(brackets.iter().map(String::as_str).chain([""]))
            .flat_map(|(a, b)| [*a, b])
            .collect()
    }

    /// Its byte offset; for a whole array, that of element 0.
    pub(super) fn offset(&self) -> u64 {
        let strides = self.register.dims.iter().map(|dim| dim.stride.value);
        self.indices
            .iter()
            .zip(strides)
            .fold(self.register.offset.value, |sum, (index, stride)| sum + u64::from(*index) * stride)
    }

    /// Its value after reset; for a whole array, that of element 0.
    pub(super) fn reset(&self) -> u64 {
        let counts = self.register.dims.iter().map(|dim| dim.count.value);
        let flat = self.indices.iter().zip(counts).fold(0, |flat, (index, count)| flat * count + index);
        self.register.reset(flat)
    }
}

fn at_address(map: &Map, address: u64) -> Result<Found<'_>, Failure> {
    let position = |register: &MapRegister| {
        let mut offsets = register.offsets().into_iter();
        offsets.position(|offset| offset == address)
    };
    let found = map.registers.iter().find_map(|register| Some((register, position(register)?)));
    if let Some((register, flat)) = found {
        return Ok(Found { register, field: None, indices: indices(register, flat as u32) });
    }
    Err(Failure::refused(
        "no-such-address",
        nothing_at(map, address),
        "`hws regs grep WORD` finds registers",
        None,
    ))
}

/// Returns what is at an address where no register begins.
fn nothing_at(map: &Map, address: u64) -> String {
    let inside = |first: u64, bytes: u64| (first..first.saturating_add(bytes)).contains(&address);
    let covers = |register: &&MapRegister| {
        register.offsets().into_iter().any(|offset| inside(offset, register.bytes()))
    };
    if map.reserved.iter().any(|word| word.offsets().contains(&address)) {
        return format!("0x{address:04x} is a reserved word: it reads 0 and has no name");
    }
    let mut memories = map.memories.iter();
    if let Some(memory) = memories.find(|memory| inside(memory.offset.value, memory.bytes.value)) {
        return format!("0x{address:04x} is in the memory {}", memory.name.value);
    }
    match map.registers.iter().find(covers) {
        Some(register) => format!(
            "0x{address:04x} is not a multiple of {}: an access is a bus error; {} is there",
            register.bytes(),
            register.name.value
        ),
        None => format!("no register at 0x{address:04x}: an access is a bus error"),
    }
}

fn indices(register: &MapRegister, flat: u32) -> Vec<u32> {
    let mut rest = flat;
    let mut indices: Vec<u32> = Vec::new();
    for dim in register.dims.iter().rev() {
        indices.push(rest % dim.count.value);
        rest /= dim.count.value;
    }
    indices.reverse();
    indices
}

fn by_name<'a>(map: &'a Map, what: &str) -> Result<Found<'a>, Failure> {
    let (register, field) = match register_named(map, what) {
        Some(register) => (register, None),
        None => {
            let parts =
                what.rsplit_once('.').and_then(|(name, field)| Some((register_named(map, name)?, field)));
            let (register, field) = parts.ok_or_else(|| unknown(map, what))?;
            (register, Some(field_named(register, field)?))
        }
    };
    Ok(Found { register, field, indices: indices_of(what, register)? })
}

/// Returns the register of that name, in any case and with or without indices.
pub(crate) fn register_named<'a>(map: &'a Map, name: &str) -> Option<&'a MapRegister> {
    let bare = bare(name);
    let named = |is: fn(&str, &str) -> bool| {
        map.registers.iter().find(|register| is(&self::bare(&register.name.value), &bare))
    };
    named(|name, bare| name == bare).or_else(|| named(str::eq_ignore_ascii_case))
}

fn field_named<'a>(register: &'a MapRegister, name: &str) -> Result<&'a MapField, Failure> {
    let mut fields = register.fields.iter();
    fields.find(|field| field.name.value.eq_ignore_ascii_case(name)).ok_or_else(|| {
        let names = || register.fields.iter().map(|field| field.name.value.as_str());
        let near = hws_input::nearest(&name.to_uppercase(), names());
        let message = format!("unknown field `{name}` of {}", register.name.value);
        let remedy = format!("its fields are {}", names().collect::<Vec<_>>().join(", "));
        Failure::refused(UNKNOWN_FIELD, message, &remedy, near)
    })
}

/// Returns the indices in a name, which are all those of the register or none.
fn indices_of(what: &str, register: &MapRegister) -> Result<Vec<u32>, Failure> {
    let refused = |message: String, remedy: &str| Failure::refused("register-index", message, remedy, None);
    let name = &register.name.value;
    let indices = typed_indices(what)
        .ok_or_else(|| refused(format!("{what}: an index is not a number"), &format!("give {name}")))?;
    if !indices.is_empty() && indices.len() != register.dims.len() {
        let message = match register.dims.len() {
            0 => format!("{what}: {name} is not an array"),
            1 => format!("{what}: {name} takes one index"),
            dims => format!("{what}: {name} takes {dims} indices"),
        };
        return Err(refused(message, &format!("give {name}")));
    }
    if let Some((index, dim)) =
        indices.iter().zip(&register.dims).find(|(index, dim)| **index >= dim.count.value)
    {
        let message = format!("{what}: there is no element {index}");
        return Err(refused(message, &format!("give 0 to {}", dim.count.value.saturating_sub(1))));
    }
    Ok(indices)
}

/// Returns the name without its brackets and their content.
fn bare(name: &str) -> String {
    let mut inside = false;
    let outside = |c: &char| {
        let is_outside = !inside && *c != '[';
        inside = (inside || *c == '[') && *c != ']';
        is_outside
    };
    name.chars().filter(outside).collect()
}

/// Returns the indices in the brackets, of which empty ones are skipped; `None` if one is not a number.
fn typed_indices(name: &str) -> Option<Vec<u32>> {
    let parts = name.split('[').skip(1).map(|part| part.split(']').next().unwrap_or(part));
    let index = |part: &str| number(part).map(|index| u32::try_from(index).unwrap_or(u32::MAX));
    parts.filter(|part| !part.is_empty()).map(index).collect()
}

/// Returns the error of an unknown name, with the registers that contain it or the most similar one.
fn unknown(map: &Map, what: &str) -> Failure {
    let names: Vec<&str> = map.registers.iter().map(|register| register.name.value.as_str()).collect();
    let bare = bare(what).to_uppercase();
    let contains = |name: &&&str| !bare.is_empty() && self::bare(name).to_uppercase().contains(&bare);
    let mut near: Vec<&str> = names.iter().filter(contains).take(MOST_NAMES).copied().collect();
    if near.is_empty() {
        near.extend(hws_input::nearest(&bare, names));
    }
    Failure::refused(
        "unknown-register",
        format!("unknown register `{what}`"),
        "`hws regs grep WORD` finds registers",
        near,
    )
}
