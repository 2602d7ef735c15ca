//! A parameter is inside its range, and a fixed one has the one value that words and arrays depend on.

use crate::diagnostic::{Code, MapDiagnostic};
use crate::model::{Map, Parameter};

pub(super) fn check(map: &Map) -> Vec<MapDiagnostic> {
    map.parameters.iter().filter_map(judge).collect()
}

fn judge(parameter: &Parameter) -> Option<MapDiagnostic> {
    let Parameter { min, max, .. } = *parameter;
    let value = parameter.value.value;
    if min > max {
        return Some(empty_range(parameter));
    }
    if parameter.fixed && (value != min || min != max) {
        return Some(changed(parameter));
    }
    if !(min..=max).contains(&value) {
        return Some(out_of_range(parameter));
    }
    None
}

fn empty_range(parameter: &Parameter) -> MapDiagnostic {
    let Parameter { min, max, .. } = *parameter;
    let message = format!("the range of {} is empty: {min} to {max}", parameter.name.value);
    MapDiagnostic::new(Code::IllegalRange, parameter.bounds, message)
        .label(format!("less than `min`, {min}"))
        .remedy("set `max` to at least `min`")
}

fn changed(parameter: &Parameter) -> MapDiagnostic {
    let (name, min, value) = (&parameter.name.value, parameter.min, parameter.value.value);
    let message = format!("{name} is fixed at {min} and must not be {value}");
    MapDiagnostic::new(Code::FixedParameterChanged, parameter.value.place, message)
        .label("changed here")
        .remedy(format!("set it back to {min}"))
}

fn out_of_range(parameter: &Parameter) -> MapDiagnostic {
    let Parameter { min, max, .. } = *parameter;
    let message =
        format!("{} = {} is outside its range {min} to {max}", parameter.name.value, parameter.value.value);
    MapDiagnostic::new(Code::ParameterOutOfRange, parameter.value.place, message)
        .label("not a legal value")
        .remedy(format!("choose a value from {min} to {max}"))
}
