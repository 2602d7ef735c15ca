//! Every word ends inside the window.

use super::occupied::{Occupied, occupied};
use crate::diagnostic::{Code, Diagnostic};
use crate::model::Map;

pub(super) fn check(map: &Map) -> Vec<Diagnostic> {
    let window = map.window_bytes.value;
    occupied(map).filter(|thing| thing.end > window).map(|thing| diagnose(map, &thing)).collect()
}

fn diagnose(map: &Map, thing: &Occupied<'_>) -> Diagnostic {
    let window = map.window_bytes.value;
    let message =
        format!("{} reaches 0x{:04x}, beyond the window of 0x{window:04x} bytes", thing.name, thing.last());
    Diagnostic::new(Code::OutsideWindow, thing.place, message)
        .label("begins here")
        .note(map.window_bytes.place, "the window")
        .remedy("move it into the window")
}
