//! Soft reset: the form the hardware may refuse, and the forced form.

use hws_regs::{ErrStatus, HwsCtrl};

use crate::{Bus, HwsDriver, Outcome, Refusal};

/// The caller's word that it has reset every SIP.
///
/// A forced reset forgets what SIPs run. One that was not reset would report into a launch that
/// has nothing to do with it; no check can find that.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[must_use = "it is the permit for soft_reset_after_sip_reset"]
pub struct EverySipWasReset(());

impl EverySipWasReset {
    /// "I have reset every SIP, and none runs anything."
    pub const fn i_have_reset_every_sip() -> Self {
        Self(())
    }
}

impl<B: Bus> HwsDriver<B> {
    /// Resets everything but the configuration, unless a SIP is not idle or firmware owns one.
    ///
    /// The scheduler is disabled afterwards. Forget all entries, launches and tags
    /// ([`DagTable::clear`](crate::DagTable::clear)); unread messages are gone.
    ///
    /// Registers: write HWS_CTRL (SOFT_RESET), read ERR_STATUS. A reset clears ERR_STATUS, a
    /// refusal sets its CFG, so that bit is the answer whatever it was before.
    ///
    /// # Errors
    /// [`Refusal::SipsInUse`], with ERR_STATUS.CFG left set; the bus's.
    pub fn soft_reset(&mut self) -> Outcome<(), B> {
        self.write((), HwsCtrl::from_bits(0).with_soft_reset(true))?;
        if self.read::<ErrStatus>(())?.cfg() {
            return Err(Refusal::SipsInUse.into());
        }
        Ok(())
    }

    /// Resets everything but the configuration, whatever the SIPs do. Otherwise like
    /// [`soft_reset`](Self::soft_reset); SIPs owned by firmware are the HWS's again.
    ///
    /// Registers: write HWS_CTRL (SOFT_RESET, FORCE).
    ///
    /// # Errors
    /// The bus's.
    pub fn soft_reset_after_sip_reset(&mut self, _permit: EverySipWasReset) -> Outcome<(), B> {
        self.write((), HwsCtrl::from_bits(0).with_soft_reset(true).with_force(true))
    }
}
