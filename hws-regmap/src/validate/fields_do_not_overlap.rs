//! No bit belongs to two fields of a register (`bitfield` would accept it silently).

use crate::diagnostic::{Code, MapDiagnostic};
use crate::model::{Map, MapField, MapRegister};

pub(super) fn check(map: &Map) -> Vec<MapDiagnostic> {
    map.registers.iter().flat_map(of_register).collect()
}

fn of_register(register: &MapRegister) -> Vec<MapDiagnostic> {
    let mut fields: Vec<&MapField> = register.fields.iter().collect();
    fields.sort_by_key(|field| field.bits.place);
    let mut owners: [Option<&MapField>; 64] = [None; 64];
    fields.into_iter().filter_map(|field| claim(register, field, &mut owners)).collect()
}

/// Claims the field's free bits; reports the first one that another field already has.
fn claim<'a>(
    register: &MapRegister,
    field: &'a MapField,
    owners: &mut [Option<&'a MapField>; 64],
) -> Option<MapDiagnostic> {
    let mask = field.mask();
    let bits = owners.iter_mut().enumerate().filter(|(bit, _)| mask >> bit & 1 == 1);
    let mut clash = None;
    for (bit, owner) in bits {
        match owner {
            Some(earlier) => clash = clash.or(Some((bit, *earlier))),
            None => *owner = Some(field),
        }
    }
    clash.map(|(bit, earlier)| diagnose(register, earlier, field, bit))
}

fn diagnose(register: &MapRegister, earlier: &MapField, field: &MapField, bit: usize) -> MapDiagnostic {
    let (first, second) = (&earlier.name.value, &field.name.value);
    let message = format!("{first} and {second} of {} share bit {bit}", register.name.value);
    MapDiagnostic::new(Code::FieldsOverlap, field.bits.place, message)
        .label(format!("used by {second}"))
        .note(earlier.bits.place, format!("used by {first}"))
        .remedy("move or narrow one of them")
}
