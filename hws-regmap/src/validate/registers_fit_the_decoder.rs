//! There are no more registers (arrays once) than the decoder can number in 16 bits.

use crate::diagnostic::{Code, Diagnostic};
use crate::model::Map;

/// 65,536 less two: unmapped and reserved.
const MOST: usize = 65_534;

pub(super) fn check(map: &Map) -> Vec<Diagnostic> {
    let diagnose = |register: &crate::model::MapRegister| {
        let count = map.registers.len();
        let message = format!("{count} registers are more than the {MOST} that the decoder can number");
        Diagnostic::new(Code::TooManyRegisters, register.name.place, message)
            .label("the first that has no number")
            .remedy("make arrays of registers that are alike")
    };
    map.registers.get(MOST).map(diagnose).into_iter().collect()
}
