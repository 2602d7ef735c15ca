//! An array has elements and at most three dimensions, and all arrays together have a number of elements that can be
//! listed.

use crate::diagnostic::{Code, MapDiagnostic};
use crate::model::{Dim, Map, MapRegister};

const MOST_DIMS: usize = 3;
/// The greatest number of elements of an array, and of all arrays together.
pub(super) const MOST_ELEMENTS: u32 = 1 << 20;

pub(super) fn check(map: &Map) -> Vec<MapDiagnostic> {
    let nested = map.registers.iter().filter(|register| register.dims.len() > MOST_DIMS).map(too_deep);
    let mut diagnostics: Vec<MapDiagnostic> = nested.collect();
    let dims = map.registers.iter().flat_map(|register| &register.dims);
    diagnostics.extend(dims.filter_map(judge));
    // The dimension of a group is shared by its words.
    diagnostics.sort_by_key(|diagnostic| diagnostic.place);
    diagnostics.dedup();
    if diagnostics.is_empty() {
        diagnostics.extend(too_many(map));
    }
    diagnostics
}

/// Returns whether every dimension has elements at different places, so that the end of the array means something.
pub(super) fn is_indexable(dims: &[Dim]) -> bool {
    dims.iter().all(|dim| judge(dim).is_none())
}

fn too_deep(register: &MapRegister) -> MapDiagnostic {
    let message = format!("{} has {} dimensions", register.name.value, register.dims.len());
    MapDiagnostic::new(Code::IllegalArray, register.name.place, message)
        .label("too many dimensions")
        .remedy("use at most three, those of the group included")
}

fn judge(dim: &Dim) -> Option<MapDiagnostic> {
    let (count, stride) = (dim.count.value, dim.stride.value);
    if !(1..=MOST_ELEMENTS).contains(&count) {
        let message = format!("an array of {count} elements cannot be indexed");
        let diagnostic = MapDiagnostic::new(Code::IllegalArray, dim.count.place, message);
        return Some(diagnostic.label("number of elements").remedy(format!("use 1 to {MOST_ELEMENTS}")));
    }
    if stride == 0 {
        let message = "a stride of 0 bytes puts all elements in the same place";
        let diagnostic = MapDiagnostic::new(Code::IllegalArray, dim.stride.place, message);
        return Some(
            diagnostic.label("bytes between adjacent elements").remedy("use at least the size of an element"),
        );
    }
    None
}

fn too_many(map: &Map) -> Option<MapDiagnostic> {
    let mut total = 0_u64;
    let beyond = map.registers.iter().find(|register| {
        total = total.saturating_add(u64::from(register.elements()));
        total > u64::from(MOST_ELEMENTS)
    })?;
    let message = format!("the registers have more than {MOST_ELEMENTS} elements in total");
    let diagnostic = MapDiagnostic::new(Code::IllegalArray, beyond.name.place, message);
    Some(diagnostic.label("exceeded here").remedy("declare large tables as `memories`"))
}
