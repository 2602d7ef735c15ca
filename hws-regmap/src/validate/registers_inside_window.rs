//! Every word ends inside the window.

use super::occupied::words;
use crate::diagnostic::{Code, Diagnostic};
use crate::model::Map;

pub(super) fn check(map: &Map) -> Vec<Diagnostic> {
    let window = u64::from(map.window_bytes.value);
    let mut outside: Vec<_> = words(map).into_iter().filter(|word| word.offset + 4 > window).collect();
    outside.dedup_by_key(|word| word.position);
    let diagnose = |word: super::occupied::Word<'_>| {
        let message =
            format!("{} reaches 0x{:04x}, beyond the window of 0x{window:04x} bytes", word.name, word.offset);
        Diagnostic::new(Code::OutsideWindow, word.position, message, "move it into the window")
    };
    outside.into_iter().map(diagnose).collect()
}
