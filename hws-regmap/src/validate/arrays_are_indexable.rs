//! An array has elements, an index fits a byte, a stride fits 16 bits, and there are two dimensions at most.

use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Dim, Map, MapRegister};

const MOST_DIMS: usize = 2;
/// As many as a byte can number.
pub(super) const MOST_ELEMENTS: u32 = 256;

pub(super) fn check(map: &Map) -> Vec<Diagnostic> {
    let nested = map.registers.iter().filter(|register| register.dims.len() > MOST_DIMS).map(too_deep);
    let mut diagnostics: Vec<Diagnostic> = nested.collect();
    let dims = map.registers.iter().flat_map(|register| &register.dims);
    diagnostics.extend(dims.filter_map(judge));
    // The dimension of a group is shared by its words.
    diagnostics.dedup();
    diagnostics
}

fn too_deep(register: &MapRegister) -> Diagnostic {
    let message = format!("{} has {} dimensions", register.name.value, register.dims.len());
    Diagnostic::new(Code::IllegalArray, register.name.place, message)
        .label("too many dimensions")
        .remedy("use one or two")
}

fn judge(dim: &Dim) -> Option<Diagnostic> {
    let (count, stride) = (dim.count.value, dim.stride.value);
    if !(1..=MOST_ELEMENTS).contains(&count) {
        let message = format!("an array of {count} elements cannot be indexed");
        let diagnostic = Diagnostic::new(Code::IllegalArray, dim.count.place, message);
        return Some(diagnostic.label("elements").remedy("use 1 to 256"));
    }
    if stride == 0 || stride > u32::from(u16::MAX) {
        let diagnostic =
            Diagnostic::new(Code::IllegalArray, dim.stride.place, format!("a stride of {stride} bytes"));
        return Some(diagnostic.label("bytes between neighbours").remedy("use 4 to 65532"));
    }
    None
}
