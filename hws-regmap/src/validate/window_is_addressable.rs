//! The window holds at least a word, and the decoder can have a place for every word of it.

use crate::diagnostic::{Code, Diagnostic};
use crate::model::Map;

/// A mebibyte; the shipped window has a sixty-fourth of it.
pub(super) const MOST_BYTES: u32 = 1 << 20;

pub(super) fn check(map: &Map) -> Vec<Diagnostic> {
    let bytes = map.window_bytes.value;
    if (4..=MOST_BYTES).contains(&bytes) {
        return Vec::new();
    }
    let message = format!("a window of 0x{bytes:x} bytes cannot be decoded");
    let diagnostic = Diagnostic::new(Code::IllegalWindow, map.window_bytes.place, message)
        .label("the size of the window")
        .remedy(format!("choose 4 to 0x{MOST_BYTES:x} bytes"));
    vec![diagnostic]
}
