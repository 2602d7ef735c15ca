//! The transfer of SIPs between the HWS and firmware, and the state of the SIPs.

use fw_api::Claim;
use fw_api::types::SipMask;

use crate::boundary::{call, from_c, get, read};
use crate::{hws_bus, hws_status, hws_usage_masks, number};

/// The result of a claim. The granted SIPs are lost to the HWS until they are released.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct hws_claim {
    /// SIPs granted to firmware by this claim.
    pub granted: u32,
    /// SIPs not granted: absent, not idle, reserved, or already owned by firmware.
    pub refused: u32,
    /// All claimed SIPs that firmware now owns, including those it owned before.
    pub owned: u32,
}

impl From<Claim> for hws_claim {
    fn from(claim: Claim) -> Self {
        Self { granted: claim.granted.0, refused: claim.refused.0, owned: claim.owned.0 }
    }
}

/// The SIPs that are free, and those that soon will be.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct hws_sip_status {
    /// Neither running nor pending.
    pub idle: u32,
    /// Idle or about to be.
    pub pre_idle: u32,
}

/// Claims SIPs and waits until the hardware has decided. Each SIP of the mask is decided separately.
///
/// Only SIPs idle at one boundary are granted; `hws_claim_when_idle` waits for busy ones. After HWS_BUS or
/// HWS_TIMEOUT the claim may have been granted; check `hws_get_owned_sips`, or `owned` of a repeated claim.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hws_claim_sips(bus: *const hws_bus, mask: u32, claim: *mut hws_claim) -> hws_status {
    from_c!(get(bus, claim, "claim", |hws| Ok(hws.claim_sips(SipMask(mask))?.into())))
}

/// Takes SIPs out of every usage mask, waits until they are idle and not reserved, claims them, and sets every
/// usage mask to `masks`, usually those that firmware configured (`hws_get_usage_masks`).
///
/// How long a block runs is not a hardware parameter, so the caller limits the number of polls (`polls`, at least
/// 1, two accesses each). After HWS_BUS the masks may still be narrowed, and the SIPs may have been claimed: repeat
/// the call and check `owned`, or give up with `hws_set_usage_masks` and `hws_release_sips`. After any other error
/// the masks are `masks`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hws_claim_when_idle(
    bus: *const hws_bus,
    mask: u32,
    masks: *const hws_usage_masks,
    polls: u32,
    claim: *mut hws_claim,
) -> hws_status {
    from_c!(get(bus, claim, "claim", |hws| {
        let masks = read(masks, "masks")?.into();
        Ok(hws.claim_when_idle(SipMask(mask), &masks, polls)?.into())
    }))
}

/// Returns SIPs to the HWS. SIPs that firmware does not own are ignored, so the call can be repeated.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hws_release_sips(bus: *const hws_bus, mask: u32) -> hws_status {
    from_c!(call(bus, |hws| Ok(hws.release_sips(SipMask(mask))?)))
}

/// Gets the SIPs that firmware owns.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hws_get_owned_sips(bus: *const hws_bus, sips: *mut u32) -> hws_status {
    from_c!(get(bus, sips, "sips", |hws| Ok(hws.owned_sips()?.0)))
}

/// Gets a consistent pair of masks: the SIPs that are idle, and those that are pre-idle.
///
/// Errors: HWS_TIMEOUT if the machine is too busy for two equal readings; the call can be repeated.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn getSIPStatus(bus: *const hws_bus, status: *mut hws_sip_status) -> hws_status {
    from_c!(get(bus, status, "status", |hws| {
        let status = hws.sip_status()?;
        Ok(hws_sip_status { idle: status.idle.0, pre_idle: status.pre_idle.0 })
    }))
}

/// Gets the remaining estimate of the block that runs on a SIP (0..=31), in time units.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hws_get_remaining_time(
    bus: *const hws_bus,
    sip: u32,
    units: *mut u32,
) -> hws_status {
    from_c!(get(bus, units, "units", |hws| Ok(hws.remaining_time(number::sip("sip", sip)?)?)))
}
