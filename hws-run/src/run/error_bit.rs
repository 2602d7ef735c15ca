//! Conditions of ERR_STATUS by their names in the register map.

use hws_model::ErrorBit;
use hws_regs::{ErrStatus, FieldInfo, Register};

/// The field of ERR_STATUS that a condition sets.
pub(crate) fn field(bit: ErrorBit) -> Option<&'static FieldInfo> {
    ErrStatus::INFO.fields.iter().find(|field| field.lsb == bit.code())
}
