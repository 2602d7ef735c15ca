//! Claiming SIPs that the HWS still uses: they are closed to new blocks, then claimed once idle.
//!
//! The HWS can launch on an idle SIP before a claim retires, so a plain claim of busy SIPs may never
//! succeed. Here the usage masks keep the HWS off the SIPs until they are claimed, and the claim
//! keeps it off from then on (scheduler.md §8.4). There is no gap in which either side could lose a SIP.

use hws_regs::{ReservedSipMask, SipIdleMask};
use hws_types::SipMask;

use crate::{Bus, Claim, Error, HwsDriver, InvalidArgument, Outcome, UsageMasks, Wait};

impl<B: Bus> HwsDriver<B> {
    /// Takes SIPs out of every usage mask, waits until they are idle and not reserved, claims them,
    /// and sets every usage mask to `masks`.
    ///
    /// `masks` are the masks to set afterwards, usually those that firmware configured
    /// ([`usage_masks`](Self::usage_masks) reads them). They may include the claimed SIPs, which the
    /// HWS cannot use anyway; a release then returns them to the same users at once. Masks without
    /// them keep the HWS off the SIPs after the release too, until new masks are set. The caller holds
    /// the masks, not this call, so a failure cannot lose them.
    ///
    /// How long a block runs is not a hardware parameter, so the caller limits the number of polls
    /// (`polls`, two accesses each). A reservation ends at the next attempt; while the scheduler is
    /// disabled, a reserved SIP stays reserved.
    ///
    /// Absent SIPs are refused, and so are those that firmware already owns (see `owned`).
    ///
    /// Registers: those of [`set_usage_masks`](Self::set_usage_masks); poll SIP_IDLE_MASK,
    /// RESERVED_SIP_MASK; those of [`claim_sips`](Self::claim_sips); write SIP_USAGE_MASK\[0..4\]\[0..5\].
    ///
    /// # Errors
    /// An argument error if the mask is empty or `polls` is 0; a timeout ([`Wait::SipsIdle`]) and the
    /// other errors of the calls listed above, after which the usage masks are `masks`. After a bus
    /// error the masks may still be narrowed, and the SIPs may have been claimed: repeat the call and
    /// check `owned` in its result, or give up with [`set_usage_masks`](Self::set_usage_masks) and
    /// [`release_sips`](Self::release_sips).
    ///
    /// ```
    /// use fw_api::{Bus, HwsDriver, Outcome, types::SipMask};
    ///
    /// /// Borrows the four SIPs of cluster 0; false if firmware does not own them all afterwards.
    /// fn borrow_cluster_0<B: Bus>(hws: &mut HwsDriver<B>) -> Outcome<bool, B> {
    ///     let masks = hws.usage_masks()?;
    ///     let claim = hws.claim_when_idle(SipMask(0xF), &masks, 1000)?;
    ///     Ok(claim.owned == SipMask(0xF))
    /// }
    /// ```
    pub fn claim_when_idle(&mut self, mask: SipMask, masks: &UsageMasks, polls: u32) -> Outcome<Claim, B> {
        self.begins("claim_when_idle");
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
