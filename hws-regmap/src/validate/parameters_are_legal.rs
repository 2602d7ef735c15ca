//! A parameter is inside its range, and a fixed one has the one value that words and arrays rely on.

use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Map, Parameter};

pub(super) fn check(map: &Map) -> Vec<Diagnostic> {
    map.parameters.iter().filter_map(judge).collect()
}

fn judge(parameter: &Parameter) -> Option<Diagnostic> {
    let Parameter { min, max, .. } = *parameter;
    let (name, value) = (&parameter.name.value, parameter.value.value);
    let at = parameter.value.position;
    if parameter.fixed && (value != min || min != max) {
        let message = format!("{name} is fixed at {min} and must not be {value}");
        return Some(Diagnostic::new(
            Code::FixedParameterChanged,
            at,
            message,
            format!("set it back to {min}"),
        ));
    }
    if !(min..=max).contains(&value) {
        let message = format!("{name} = {value} is outside {min} to {max}");
        return Some(Diagnostic::new(
            Code::ParameterOutOfRange,
            at,
            message,
            format!("choose {min} to {max}"),
        ));
    }
    None
}
