//! ERR_STATUS and ERR_FIRST agree (registers.md §5).

use hws_regs::{ErrStatus, Register};

use super::error::RestoreError;
use crate::Hws;

pub(super) fn check(hws: &Hws) -> Result<(), RestoreError> {
    let (status, first) = (hws.errors.status(), hws.errors.first());
    let is_error = first.valid() && ErrStatus::INFO.field_mask >> first.code() & 1 == 1;
    let agrees = if status.bits() == 0 { first.bits() == 0 } else { is_error };
    if agrees { Ok(()) } else { Err(RestoreError::ErrorLog { first, status }) }
}
