//! The bits of a field are written `[bit]` or `[msb, lsb]` and lie in 31..0.

use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Map, MapField, MapRegister};

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

fn diagnose((register, field): (&MapRegister, &MapField)) -> Diagnostic {
    let bits = &field.bits.value;
    let message = format!("{}.{} is not inside the register", register.name.value, field.name.value);
    let diagnostic = Diagnostic::new(Code::FieldOutsideRegister, field.bits.place, message)
        .remedy("write `[bit]` or `[msb, lsb]` with bits from 31 down to 0");
    match bits.as_slice() {
        [msb, lsb] if msb < lsb && *lsb < 32 => {
            diagnostic.label("the lower bit comes first").suggest(Some(format!("[{lsb}, {msb}]")))
        }
        [_] | [_, _] => diagnostic.label("a register has bits 31 to 0"),
        _ => diagnostic.label("expected one bit or two bounds"),
    }
}
