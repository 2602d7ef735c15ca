//! Every legal value of a parameter fits in the fields that report it and the arrays it sizes.

use super::arrays_are_indexable::MOST_ELEMENTS;
use crate::diagnostic::{Code, MapDiagnostic};
use crate::model::{Map, Parameter, Place};
use std::collections::BTreeMap;

pub(super) fn check(map: &Map) -> Vec<MapDiagnostic> {
    let parameters: BTreeMap<&str, &Parameter> =
        map.parameters.iter().map(|parameter| (parameter.name.value.as_str(), parameter)).collect();
    let find = |name: &Option<String>| parameters.get(name.as_deref()?).copied();
    let fields = super::fields(map).filter_map(|(register, field)| {
        let what = || format!("{}.{}", register.name.value, field.name.value);
        judge(find(&field.parameter)?, field.max(), field.reset.place, what)
    });
    let dims = map.registers.iter().flat_map(|register| register.dims.iter().map(move |dim| (register, dim)));
    let dims = dims.filter_map(|(register, dim)| {
        judge(find(&dim.parameter)?, MOST_ELEMENTS.into(), dim.count.place, || register.name.value.clone())
    });
    let mut diagnostics: Vec<MapDiagnostic> = fields.chain(dims).collect();
    // The dimension of a group is shared by its words.
    diagnostics.dedup_by_key(|diagnostic| diagnostic.place);
    diagnostics
}

/// Other checks report a present value that is too large.
fn judge(parameter: &Parameter, most: u64, at: Place, what: impl Fn() -> String) -> Option<MapDiagnostic> {
    let name = &parameter.name.value;
    if parameter.max <= most || parameter.value.value > most {
        return None;
    }
    let message = format!("{name} may be {}, but {} holds at most {most}", parameter.max, what());
    let diagnostic = MapDiagnostic::new(Code::ParameterTooWide, at, message)
        .label("used here")
        .note(parameter.bounds, "its greatest value")
        .remedy(format!("limit {name} to {most}, or widen what uses it"));
    Some(diagnostic)
}
