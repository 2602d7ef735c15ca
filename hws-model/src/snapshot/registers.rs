//! Registers: consistent with the activity of the HWS (scheduler.md §8). Each register on its own is checked when it
//! is deserialized.

use super::error::RestoreError;
use crate::Hws;
use crate::csr::is_permutation;

/// XMC_SIP_MAP is a permutation from a write of ENABLE until everything is idle again.
pub(super) fn check(hws: &Hws) -> Result<(), RestoreError> {
    let tables = &hws.tables;
    let is_fixed = tables.regs.hws_ctrl.enable() || hws.engine.is_busy() || !tables.sips.is_all_idle();
    if is_fixed && !is_permutation(tables.regs.xmc_sip_map.iter().map(|map| map.phy_id())) {
        return Err(RestoreError::SipMap);
    }
    Ok(())
}
