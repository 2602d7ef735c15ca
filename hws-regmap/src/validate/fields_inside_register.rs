//! The bits of a field are written `[bit]` or `[msb, lsb]` and lie in the register.

use crate::diagnostic::{Code, MapDiagnostic};
use crate::model::{Map, MapField, MapRegister};

pub(super) fn check(map: &Map) -> Vec<MapDiagnostic> {
    super::fields(map)
        .filter(|(register, field)| !is_inside(&field.bits.value, register))
        .map(diagnose)
        .collect()
}

fn is_inside(bits: &[u32], register: &MapRegister) -> bool {
    let width = register.width.value;
    // Another check reports a width that no register has.
    if !super::window_is_addressable::is_width(width) {
        return true;
    }
    match bits {
        [bit] => *bit < width,
        [msb, lsb] => *msb < width && lsb <= msb,
        _ => false,
    }
}

fn diagnose((register, field): (&MapRegister, &MapField)) -> MapDiagnostic {
    let (bits, top) = (&field.bits.value, register.width.value.saturating_sub(1));
    let message = format!("{}.{} is not inside the register", register.name.value, field.name.value);
    let diagnostic = MapDiagnostic::new(Code::FieldOutsideRegister, field.bits.place, message)
        .remedy(format!("write `[bit]` or `[msb, lsb]` with bits from {top} down to 0"));
    match bits.as_slice() {
        [msb, lsb] if msb < lsb && *lsb <= top => {
            diagnostic.label("the lower bit comes first").suggest(Some(format!("[{lsb}, {msb}]")))
        }
        [_] | [_, _] => diagnostic.label(format!("the register has bits {top} to 0")),
        _ => diagnostic.label("expected one bit or two bounds"),
    }
}
