//! There are no more registers (an array counts once) than the decoder can number in 16 bits.

use crate::diagnostic::{Code, Diagnostic};
use crate::model::Map;

/// 65,536 less two: unmapped and reserved.
const MOST: usize = 65_534;

pub(super) fn check(map: &Map) -> Vec<Diagnostic> {
    let diagnose = |register: &crate::model::MapRegister| {
        let count = map.registers.len();
        let message = format!("{count} registers; the decoder can number {MOST}");
        Diagnostic::new(Code::TooManyRegisters, register.name.place, message)
            .label("the first register without a number")
            .remedy("turn similar registers into arrays")
    };
    map.registers.get(MOST).map(diagnose).into_iter().collect()
}
