//! Soft reset: the form that the hardware may refuse, and the forced form.

use fw_api::EverySipWasReset;

use crate::boundary::{call, from_c};
use crate::{hws_bus, hws_error, hws_status};

/// The caller's assertion that it has reset every SIP, and that none runs anything.
pub const HWS_I_HAVE_RESET_EVERY_SIP: u32 = 0x5255_4E53;

/// Resets everything but the configuration, unless a SIP is not idle or is owned by firmware.
///
/// The scheduler is disabled afterwards. All entries, launches and tags are invalid (`hws_dag_table_clear`); unread
/// messages are lost.
///
/// Errors: HWS_SIPS_IN_USE, which leaves ERR_STATUS.CFG set.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hws_soft_reset(bus: *const hws_bus) -> hws_status {
    from_c!(call(bus, |hws| Ok(hws.soft_reset()?)))
}

/// Resets everything but the configuration, whatever the SIPs do. SIPs owned by firmware return to the HWS.
///
/// `permit` is HWS_I_HAVE_RESET_EVERY_SIP; anything else is an argument error. A SIP that was not reset would later
/// report to an unrelated launch, which no check can detect.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hws_soft_reset_after_sip_reset(bus: *const hws_bus, permit: u32) -> hws_status {
    from_c!(call(bus, |hws| {
        if permit != HWS_I_HAVE_RESET_EVERY_SIP {
            return Err(hws_error::illegal("permit", permit));
        }
        Ok(hws.soft_reset_after_sip_reset(EverySipWasReset::i_have_reset_every_sip())?)
    }))
}
