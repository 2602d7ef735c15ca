//! What `hws-regs` can hold: registers of 32 bits with one access each, as the HWS has them.
//!
//! The types for other devices stand on their own (`--standalone`).

use crate::diagnostic::{Code, MapDiagnostic};
use crate::model::{Map, MapAccess, MapRegister, Place};

/// The greatest number of elements of a dimension: an index is a byte.
const MOST_ELEMENTS: u32 = 256;
/// The greatest window that the decoder has a table for.
const MOST_BYTES: u64 = 1 << 20;
const ACCESSES: [MapAccess; 5] = [MapAccess::Rw, MapAccess::Ro, MapAccess::Wo, MapAccess::W1c, MapAccess::Rp];

/// Returns everything in a valid map for which `hws-regs` has no form.
pub(super) fn exceeded(map: &Map) -> Vec<MapDiagnostic> {
    let mut found: Vec<MapDiagnostic> = map.registers.iter().filter_map(of_register).collect();
    found.extend(map.memories.iter().map(|memory| refuse(memory.name.place, "a memory")));
    if map.window_bytes.value > MOST_BYTES {
        found.push(refuse(map.window_bytes.place, "a window of more than 1 MiB"));
    }
    let wide = map.parameters.iter().filter(|parameter| parameter.max > u64::from(u32::MAX));
    found.extend(wide.map(|parameter| refuse(parameter.value.place, "a parameter of more than 32 bits")));
    found.extend(
        map.reserved
            .iter()
            .filter(|word| word.dims.len() > 1)
            .map(|word| refuse(word.word.place, "a reserved word in a group of two dimensions")),
    );
    found
}

fn of_register(register: &MapRegister) -> Option<MapDiagnostic> {
    let (first, fields) = (register.fields.first()?, &register.fields);
    let is_mixed = fields.iter().any(|field| field.hardware.value != first.hardware.value);
    let dims = &register.dims;
    let (place, what): (Place, &str) = if register.width.value != 32 {
        (register.width.place, "a register of other than 32 bits")
    } else if register.uniform_access().is_none() || is_mixed {
        (register.name.place, "a register whose fields differ in access")
    } else if !ACCESSES.contains(&first.access.value) {
        (first.access.place, "an access other than RW, RO, WO, W1C and RP")
    } else if dims.len() > 2 || dims.iter().any(|dim| dim.count.value > MOST_ELEMENTS) {
        (register.name.place, "an array of three dimensions or more than 256 elements")
    } else if register.alias_of.is_some() {
        (register.name.place, "an alias")
    } else if let Some(guard) = fields.iter().find_map(|field| field.guards.first()) {
        (guard.target.place, "a write enable or lock")
    } else {
        return None;
    };
    Some(refuse(place, what))
}

fn refuse(place: Place, what: &str) -> MapDiagnostic {
    MapDiagnostic::new(Code::NotForHwsRegs, place, format!("the crate hws-regs has no form for {what}"))
        .remedy("export types that stand on their own: `--standalone`")
}
