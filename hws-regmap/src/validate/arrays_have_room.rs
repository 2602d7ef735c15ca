//! The elements of an array do not overlap: the stride of a dimension is at least the size of what it steps over.

use super::occupied::{Occupied, occupied};
use crate::diagnostic::{Code, MapDiagnostic};
use crate::model::{Dim, Map};

pub(super) fn check(map: &Map) -> Vec<MapDiagnostic> {
    let mut diagnostics: Vec<MapDiagnostic> = occupied(map).filter_map(|thing| judge(&thing)).collect();
    // The dimension of a group is shared by its words.
    diagnostics.sort_by_key(|diagnostic| diagnostic.place);
    diagnostics.dedup_by_key(|diagnostic| diagnostic.place);
    diagnostics
}

/// Returns whether elements overlap.
pub(super) fn is_crowded(thing: &Occupied<'_>) -> bool {
    crowded(thing).is_some()
}

/// Returns the innermost dimension whose stride is smaller than an element, with the bytes of an element.
fn crowded<'a>(thing: &Occupied<'a>) -> Option<(&'a Dim, u64)> {
    let mut element = thing.bytes;
    for dim in thing.dims.iter().rev() {
        let stride = dim.stride.value;
        if stride < element {
            return Some((dim, element));
        }
        element = element.saturating_add(stride.saturating_mul(u64::from(dim.count.value.saturating_sub(1))));
    }
    None
}

fn judge(thing: &Occupied<'_>) -> Option<MapDiagnostic> {
    // `arrays_are_indexable` reports a stride of 0.
    let (dim, element) = crowded(thing).filter(|(dim, _)| dim.stride.value != 0)?;
    let (name, stride) = (thing.name, dim.stride.value);
    let message = format!("elements of {name} overlap: {element} bytes each, {stride} bytes apart");
    let diagnostic = MapDiagnostic::new(Code::ArrayStride, dim.stride.place, message)
        .label(format!("less than {element}"))
        .remedy(format!("use a stride of at least {element}; dimensions are listed outermost first"));
    Some(diagnostic)
}
