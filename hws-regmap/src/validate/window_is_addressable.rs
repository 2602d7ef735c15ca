//! The window holds at least one word, and no more words than the decoder can have entries.

use crate::diagnostic::{Code, Diagnostic};
use crate::model::Map;

/// One mebibyte; the shipped window is a sixty-fourth of it.
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
