//! SIPs change hands between the HWS and firmware, and what the SIPs do.

use fw_api::Claim;
use fw_api::types::SipMask;

use crate::boundary::{call, from_c, get, read};
use crate::{hws_bus, hws_status, hws_usage_masks, number};

/// What became of a claim. The granted SIPs are lost to the HWS until they are released.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct hws_claim {
    /// Given to firmware by this claim.
    pub granted: u32,
    /// Not given: absent, not idle, reserved, or firmware's already.
    pub refused: u32,
    /// Of the claimed SIPs all that firmware owns now; those not granted it had before.
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

/// Claims SIPs and waits until the hardware has decided; each SIP of the mask is decided by itself.
///
/// Only SIPs idle at one boundary are given; `hws_claim_when_idle` waits for busy ones. After HWS_BUS or
/// HWS_TIMEOUT the claim may have been granted: `hws_get_owned_sips` tells, and so does `owned` of a repeated claim.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hws_claim_sips(bus: *const hws_bus, mask: u32, claim: *mut hws_claim) -> hws_status {
    from_c!(get(bus, claim, "claim", |hws| Ok(hws.claim_sips(SipMask(mask))?.into())))
}

/// Takes SIPs out of every usage mask, waits until they are idle and not reserved, claims them, and sets every
/// usage mask to `masks`, usually those that firmware configured (`hws_get_usage_masks`).
///
/// How long a block runs is no parameter of the hardware, so the caller says how often to look (`polls`, at
/// least 1, two accesses each). After HWS_BUS the masks may still be narrow, and the SIPs may have been claimed:
/// repeat the call, and look at `owned`, or give up with `hws_set_usage_masks` and `hws_release_sips`. After any
/// other error the masks are `masks`.
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

/// Gives SIPs back to the HWS. Those that firmware does not own are left alone, so it can be repeated.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hws_release_sips(bus: *const hws_bus, mask: u32) -> hws_status {
    from_c!(call(bus, |hws| Ok(hws.release_sips(SipMask(mask))?)))
}

/// The SIPs that firmware owns.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hws_get_owned_sips(bus: *const hws_bus, sips: *mut u32) -> hws_status {
    from_c!(get(bus, sips, "sips", |hws| Ok(hws.owned_sips()?.0)))
}

/// Which SIPs are idle and pre-idle, as both stood at one time.
///
/// Errors: HWS_TIMEOUT on a machine too busy for two equal readings; the call can be repeated.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn getSIPStatus(bus: *const hws_bus, status: *mut hws_sip_status) -> hws_status {
    from_c!(get(bus, status, "status", |hws| {
        let status = hws.sip_status()?;
        Ok(hws_sip_status { idle: status.idle.0, pre_idle: status.pre_idle.0 })
    }))
}

/// What remains of the estimate of the block that runs on a SIP (0..=31), in time units.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hws_get_remaining_time(
    bus: *const hws_bus,
    sip: u32,
    units: *mut u32,
) -> hws_status {
    from_c!(get(bus, units, "units", |hws| Ok(hws.remaining_time(number::sip("sip", sip)?)?)))
}
