//! A reset value fits its field, for every element of an array.

use hws_input::counted;

use crate::diagnostic::{Code, MapDiagnostic};
use crate::model::{Map, MapField, MapRegister, Reset};

pub(super) fn check(map: &Map) -> Vec<MapDiagnostic> {
    super::fields(map).filter_map(|(register, field)| judge(register, field)).collect()
}

fn judge(register: &MapRegister, field: &MapField) -> Option<MapDiagnostic> {
    let at = field.reset.place;
    if matches!(field.reset.value, Reset::Linear { .. }) && register.dims.len() != 1 {
        let message = format!(
            "{} has {}, but a reset of `{{base, step}}` needs exactly one",
            register.name.value,
            counted(register.dims.len() as u64, "dimension")
        );
        let diagnostic = MapDiagnostic::new(Code::ResetOutsideField, at, message);
        return Some(
            diagnostic
                .label("depends on an index")
                .remedy("use a number, or give the register one dimension"),
        );
    }
    // The reset rises with the index: the last element has the greatest value.
    let greatest = field.reset.value.of_element(register.elements().saturating_sub(1));
    if greatest <= u128::from(field.max()) {
        return None;
    }
    let message =
        format!("the reset value {greatest} does not fit in {}.{}", register.name.value, field.name.value);
    let diagnostic = MapDiagnostic::new(Code::ResetOutsideField, at, message)
        .label("too large")
        .note(field.bits.place, format!("{}, at most {}", counted(field.width(), "bit"), field.max()))
        .remedy("choose a smaller value, or widen the field");
    Some(diagnostic)
}
