//! An array has elements, an index fits a byte, a stride fits 16 bits, and there are two dimensions at most.

use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Dim, Map, Register};

const MOST_DIMS: usize = 2;
const MOST_ELEMENTS: u32 = 256;

pub(super) fn check(map: &Map) -> Vec<Diagnostic> {
    let nested = map.registers.iter().filter(|register| register.dims.len() > MOST_DIMS).map(too_deep);
    let mut diagnostics: Vec<Diagnostic> = nested.collect();
    let dims = map.registers.iter().flat_map(|register| &register.dims);
    diagnostics.extend(dims.flat_map(judge));
    // The dimension of a group is shared by its words.
    diagnostics.dedup();
    diagnostics
}

fn too_deep(register: &Register) -> Diagnostic {
    let message = format!("{} has {} dimensions", register.name.value, register.dims.len());
    Diagnostic::new(Code::IllegalArray, register.name.position, message, "use one or two")
}

fn judge(dim: &Dim) -> Option<Diagnostic> {
    if !(1..=MOST_ELEMENTS).contains(&dim.count.value) {
        let message = format!("an array of {} elements cannot be indexed", dim.count.value);
        return Some(Diagnostic::new(Code::IllegalArray, dim.count.position, message, "use 1 to 256"));
    }
    if dim.stride.value == 0 || dim.stride.value > u32::from(u16::MAX) {
        let message = format!("a stride of {} bytes", dim.stride.value);
        return Some(Diagnostic::new(Code::IllegalArray, dim.stride.position, message, "use 4 to 65532"));
    }
    None
}
