//! A reset value fits its field, for every element of an array.

use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Field, Map, Register, Reset};

pub(super) fn check(map: &Map) -> Vec<Diagnostic> {
    super::fields(map).filter_map(|(register, field)| judge(register, field)).collect()
}

fn judge(register: &Register, field: &Field) -> Option<Diagnostic> {
    let at = field.reset.position;
    if matches!(field.reset.value, Reset::Linear { .. }) && register.dims.len() != 1 {
        let message = format!("{} has no single index for {{base, step}}", register.name.value);
        return Some(Diagnostic::new(Code::ResetOutsideField, at, message, "use a number, or one dimension"));
    }
    // The form is linear and rising: the last element has the greatest value.
    let greatest = field.reset.value.of_element(register.elements().saturating_sub(1));
    if greatest <= u64::from(field.max()) {
        return None;
    }
    let message =
        format!("the reset value {greatest} does not fit in {}.{}", register.name.value, field.name.value);
    Some(Diagnostic::new(
        Code::ResetOutsideField,
        at,
        message,
        format!("the field holds at most {}", field.max()),
    ))
}
