//! The bits of a field are written `[bit]` or `[msb, lsb]` and lie in 31..0.

use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Field, Map, Register};

pub(super) fn check(map: &Map) -> Vec<Diagnostic> {
    super::fields(map).filter(|(_, field)| !is_inside(&field.bits.value)).map(diagnose).collect()
}

fn is_inside(bits: &[u32]) -> bool {
    match bits {
        [bit] => *bit < 32,
        [msb, lsb] => *msb < 32 && lsb <= msb,
        _ => false,
    }
}

fn diagnose((register, field): (&Register, &Field)) -> Diagnostic {
    let message = format!("{}.{} has the bits {:?}", register.name.value, field.name.value, field.bits.value);
    Diagnostic::new(
        Code::FieldOutsideRegister,
        field.bits.position,
        message,
        "write [bit] or [msb, lsb], within 31 to 0",
    )
}
