//! Soft reset: the form that the hardware may refuse, and the forced form.

use hws_regs::{ErrStatus, HwsCtrl};

use crate::{Bus, HwsDriver, Outcome, Refusal};

/// The caller's assertion that it has reset every SIP.
///
/// A forced reset forgets what the SIPs run. A SIP that was not reset would later report to an
/// unrelated launch, which no check can detect.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[must_use = "this is the permit for soft_reset_after_sip_reset"]
pub struct EverySipWasReset(());

impl EverySipWasReset {
    /// Asserts that every SIP has been reset and none runs anything.
    pub const fn i_have_reset_every_sip() -> Self {
        Self(())
    }
}

impl<B: Bus> HwsDriver<B> {
    /// Resets everything but the configuration, unless a SIP is not idle or is owned by firmware.
    ///
    /// The scheduler is disabled afterwards. All entries, launches and tags are invalid
    /// ([`DagTable::clear`](crate::DagTable::clear)); unread messages are lost.
    ///
    /// Registers: write HWS_CTRL (SOFT_RESET), read ERR_STATUS. A reset clears ERR_STATUS and a
    /// refusal sets its CFG bit, so that bit is the answer whatever its old value.
    ///
    /// # Errors
    /// [`Refusal::SipsInUse`], which leaves ERR_STATUS.CFG set; bus errors.
    pub fn soft_reset(&mut self) -> Outcome<(), B> {
        self.begins("soft_reset");
        self.write((), HwsCtrl::from_bits(0).with_soft_reset(true))?;
        if self.read::<ErrStatus>(())?.cfg() {
            return Err(Refusal::SipsInUse.into());
        }
        Ok(())
    }

    /// Resets everything but the configuration, whatever the SIPs do. SIPs owned by firmware return
    /// to the HWS. Otherwise like [`soft_reset`](Self::soft_reset).
    ///
    /// Registers: write HWS_CTRL (SOFT_RESET, FORCE).
    ///
    /// # Errors
    /// Bus errors.
    pub fn soft_reset_after_sip_reset(&mut self, _permit: EverySipWasReset) -> Outcome<(), B> {
        self.begins("soft_reset_after_sip_reset");
        self.write((), HwsCtrl::from_bits(0).with_soft_reset(true).with_force(true))
    }
}
