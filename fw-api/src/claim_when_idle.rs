//! Claiming SIPs that the HWS still uses: closed to new blocks first, claimed when the last one is over.
//!
//! An idle SIP can be launched on before a claim retires, so a plain claim of busy SIPs may never
//! succeed. Here the usage masks keep the HWS away from the SIPs until they are claimed, and the claim
//! keeps it away from then on (scheduler.md §8.4): there is no gap in which either could lose a SIP.

use hws_regs::{ReservedSipMask, SipIdleMask};
use hws_types::SipMask;

use crate::{Bus, Claim, Error, HwsDriver, InvalidArgument, Outcome, UsageMasks, Wait};

impl<B: Bus> HwsDriver<B> {
    /// Takes SIPs out of every usage mask, waits until they are idle and not reserved, claims them,
    /// and sets every usage mask to `masks`.
    ///
    /// `masks` are the masks that shall hold afterwards, usually those that firmware configured
    /// ([`usage_masks`](Self::usage_masks) reads them). They may keep the claimed SIPs, which are not
    /// there for the HWS anyway: a release then gives them back to the same users at once. Masks
    /// without them keep the HWS away after the release too, until others are set. The caller holds
    /// the masks, not this call, so a failure cannot lose them.
    ///
    /// How long a block runs is no parameter of the hardware, so the caller says how often to look
    /// (`polls`, two accesses each). A reservation ends at the next attempt: while the scheduler is
    /// disabled a reserved SIP stays reserved.
    ///
    /// Absent SIPs are refused, and so are those that firmware owns already (see `owned`).
    ///
    /// Registers: those of [`set_usage_masks`](Self::set_usage_masks); poll SIP_IDLE_MASK,
    /// RESERVED_SIP_MASK; those of [`claim_sips`](Self::claim_sips); write SIP_USAGE_MASK\[0..4\]\[0..5\].
    ///
    /// # Errors
    /// An argument error for an empty mask or no poll; timeout ([`Wait::SipsIdle`]) and the other
    /// errors of the calls it is made of: the usage masks are then `masks`. After the bus's the
    /// masks may still be narrow, and the SIPs may have been claimed: repeat the call, and look at
    /// `owned` of its answer, or give up with [`set_usage_masks`](Self::set_usage_masks) and
    /// [`release_sips`](Self::release_sips).
    ///
    /// ```
    /// use fw_api::{Bus, HwsDriver, Outcome, types::SipMask};
    ///
    /// /// Borrows the SIPs of cluster 0 of 4 SIPs; false when they are still busy after 1000 looks.
    /// fn borrow_cluster_0<B: Bus>(hws: &mut HwsDriver<B>) -> Outcome<bool, B> {
    ///     let masks = hws.usage_masks()?;
    ///     let claim = hws.claim_when_idle(SipMask(0xF), &masks, 1000)?;
    ///     Ok(claim.owned == SipMask(0xF))
    /// }
    /// ```
    pub fn claim_when_idle(&mut self, mask: SipMask, masks: &UsageMasks, polls: u32) -> Outcome<Claim, B> {
        mask_and_polls(mask, polls)?;
        let claim = self.close_and_claim(mask, masks, polls);
        if !matches!(claim, Err(Error::Bus(_))) {
            self.write_usage_masks(masks)?;
        }
        claim
    }

    fn close_and_claim(&mut self, mask: SipMask, masks: &UsageMasks, polls: u32) -> Outcome<Claim, B> {
        self.set_usage_masks(&masks.map(|classes| classes.map(|usable| usable - mask)))?;
        self.wait(Wait::SipsIdle { polls }, |hws| {
            let idle = SipMask(hws.read::<SipIdleMask>(())?.mask());
            let reserved = SipMask(hws.read::<ReservedSipMask>(())?.mask());
            Ok((idle - reserved).contains(mask).then_some(()))
        })?;
        self.claim_sips(mask)
    }
}

fn mask_and_polls(mask: SipMask, polls: u32) -> Result<(), InvalidArgument> {
    crate::hrm::check_not_empty(mask)?;
    if polls == 0 {
        return Err(InvalidArgument::range("polls", 0, 1, u32::MAX.into()));
    }
    Ok(())
}
