//! The window holds at least one word, and the bits of a register are a number of bytes that a bus accesses.

use crate::diagnostic::{Code, MapDiagnostic};
use crate::model::{Map, Placed};

/// Addresses have 63 bits, so that no sum of an offset and a size overflows.
const MOST_BYTES: u64 = 1 << 63;

pub(super) fn check(map: &Map) -> Vec<MapDiagnostic> {
    let bytes = map.window_bytes.value;
    let mut diagnostics = widths(map);
    if is_legal(bytes) {
        return diagnostics;
    }
    let message = format!("a window of 0x{bytes:x} bytes cannot be decoded");
    let diagnostic = MapDiagnostic::new(Code::IllegalWindow, map.window_bytes.place, message)
        .label("the size of the window")
        .remedy(format!("choose 4 to 0x{MOST_BYTES:x} bytes"));
    diagnostics.push(diagnostic);
    diagnostics
}

/// Returns whether a window of that size exists; if not, nothing is said about what is outside of it.
pub(super) fn is_legal(bytes: u64) -> bool {
    (4..=MOST_BYTES).contains(&bytes)
}

/// Returns whether registers may have that many bits.
pub(super) fn is_width(bits: u32) -> bool {
    matches!(bits, 8 | 16 | 32 | 64)
}

fn widths(map: &Map) -> Vec<MapDiagnostic> {
    let registers = map.registers.iter().map(|register| &register.width);
    let widths = registers.chain(map.memories.iter().map(|memory| &memory.width));
    let wrong = widths.filter(|width| !is_width(width.value));
    let mut diagnostics: Vec<MapDiagnostic> = wrong.map(diagnose).collect();
    // The width of a map or group is shared by its registers.
    diagnostics.sort_by_key(|diagnostic| diagnostic.place);
    diagnostics.dedup_by_key(|diagnostic| diagnostic.place);
    diagnostics
}

fn diagnose(width: &Placed<u32>) -> MapDiagnostic {
    let message = format!("a width of {} bits is not supported", width.value);
    MapDiagnostic::new(Code::IllegalWidth, width.place, message)
        .label("bits of a register")
        .remedy("use 8, 16, 32 or 64")
}
