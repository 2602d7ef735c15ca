//! No bit belongs to two fields of a register (`bitfield` would accept it silently).

use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Field, Map, Register};

pub(super) fn check(map: &Map) -> Vec<Diagnostic> {
    map.registers.iter().flat_map(of_register).collect()
}

fn of_register(register: &Register) -> Vec<Diagnostic> {
    let mut fields: Vec<&Field> = register.fields.iter().collect();
    fields.sort_by_key(|field| field.bits.position);
    let clash = |(number, field): (usize, &&Field)| {
        let earlier = fields[..number].iter().find(|earlier| earlier.mask() & field.mask() != 0)?;
        Some(diagnose(register, earlier, field))
    };
    fields.iter().enumerate().filter_map(clash).collect()
}

fn diagnose(register: &Register, earlier: &Field, field: &Field) -> Diagnostic {
    let (first, second) = (&earlier.name.value, &field.name.value);
    let message = format!("{first} and {second} of {} share bits", register.name.value);
    let remedy = format!("move one of them; {first} has {:?}", earlier.bits.value);
    Diagnostic::new(Code::FieldsOverlap, field.bits.position, message, remedy)
}
