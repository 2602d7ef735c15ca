//! There are no more registers (arrays once) than the decoder's byte can number.

use crate::diagnostic::{Code, Diagnostic};
use crate::model::Map;

/// 256 less two: unmapped and reserved.
const MOST: usize = 254;

pub(super) fn check(map: &Map) -> Vec<Diagnostic> {
    let extra = map.registers.get(MOST);
    let diagnose = |register: &crate::model::Register| {
        let message =
            format!("{} registers are more than the {MOST} that the decoder can number", map.registers.len());
        Diagnostic::new(
            Code::TooManyRegisters,
            register.name.position,
            message,
            "make arrays of registers that are alike",
        )
    };
    extra.map(diagnose).into_iter().collect()
}
