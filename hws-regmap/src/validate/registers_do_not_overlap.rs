//! No word belongs to two registers, elements of an array and reserved words included.

use super::occupied::{Word, words};
use crate::diagnostic::{Code, Diagnostic};
use crate::model::Map;

pub(super) fn check(map: &Map) -> Vec<Diagnostic> {
    let mut words = words(map);
    words.sort_by_key(|word| (word.offset, word.position));
    let clashes = words.windows(2).filter(|pair| pair[0].offset.abs_diff(pair[1].offset) < 4);
    let mut diagnostics: Vec<Diagnostic> = clashes.map(|pair| diagnose(&pair[0], &pair[1])).collect();
    // One report for a pair of arrays, not one for each element.
    diagnostics.sort_by_key(|diagnostic| diagnostic.position);
    diagnostics.dedup_by_key(|diagnostic| diagnostic.position);
    diagnostics
}

/// Points at the one that stands later in the file: it is probably the new one.
fn diagnose(first: &Word<'_>, second: &Word<'_>) -> Diagnostic {
    let (early, late) = if first.position <= second.position { (first, second) } else { (second, first) };
    let message =
        format!("{} and {} both claim the word at 0x{:04x}", early.name, late.name, second.offset & !3);
    let remedy = format!("move one of them; the other is at {}", early.position);
    Diagnostic::new(Code::RegistersOverlap, late.position, message, remedy)
}
