//! An array has elements, an index fits in a byte, a stride in 16 bits, and there are at most two dimensions.

use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Dim, Map, MapRegister};

const MOST_DIMS: usize = 2;
/// The number of indices that a byte can hold.
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
        return Some(diagnostic.label("number of elements").remedy("use 1 to 256"));
    }
    if stride == 0 || stride > u32::from(u16::MAX) {
        let diagnostic = Diagnostic::new(
            Code::IllegalArray,
            dim.stride.place,
            format!("a stride of {stride} bytes is not supported"),
        );
        return Some(diagnostic.label("bytes between adjacent elements").remedy("use 4 to 65532"));
    }
    None
}
