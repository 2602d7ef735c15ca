//! The elements of an array do not overlap: the stride of a dimension is at least the size of what it steps over.

use super::occupied::{Occupied, Thing};
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Dim, Map, MapRegister};

const WORD_BYTES: u64 = 4;

pub(super) fn check(map: &Map) -> Vec<Diagnostic> {
    let mut diagnostics: Vec<Diagnostic> = map.registers.iter().filter_map(judge).collect();
    // The dimension of a group is shared by its words.
    diagnostics.dedup_by_key(|diagnostic| diagnostic.place);
    diagnostics
}

/// Returns whether elements overlap.
pub(super) fn is_crowded(thing: &Occupied<'_>) -> bool {
    match thing.thing {
        Thing::Register(register) => crowded(register).is_some(),
        Thing::Reserved(reserved) => u64::from(reserved.stride) < WORD_BYTES,
    }
}

/// Returns the innermost dimension whose stride is smaller than an element, with the bytes of an element.
fn crowded(register: &MapRegister) -> Option<(&Dim, u64)> {
    let mut element = WORD_BYTES;
    for dim in register.dims.iter().rev() {
        let stride = u64::from(dim.stride.value);
        if stride < element {
            return Some((dim, element));
        }
        element = element.saturating_add(stride.saturating_mul(u64::from(dim.count.value.saturating_sub(1))));
    }
    None
}

fn judge(register: &MapRegister) -> Option<Diagnostic> {
    // `arrays_are_indexable` reports a stride of 0.
    let (dim, element) = crowded(register).filter(|(dim, _)| dim.stride.value != 0)?;
    let (name, stride) = (&register.name.value, dim.stride.value);
    let message = format!("elements of {name} overlap: {element} bytes each, {stride} bytes apart");
    let diagnostic = Diagnostic::new(Code::ArrayStride, dim.stride.place, message)
        .label(format!("less than {element}"))
        .remedy(format!("use a stride of at least {element}; dimensions are listed outermost first"));
    Some(diagnostic)
}
