//! The hardware resource manager: transfers SIPs between the HWS and firmware.

use core::mem::ManuallyDrop;

use hws_regs::{HrmFwClaim, HrmFwOwned, HrmFwRefused, HrmFwRelease};
use hws_types::SipMask;

use crate::{Bus, Error, Expected, HwsDriver, InvalidArgument, Outcome};

/// The result of a claim.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[must_use = "the granted SIPs are lost to the HWS until they are released"]
pub struct Claim {
    /// SIPs granted to firmware by this claim.
    pub granted: SipMask,
    /// SIPs not granted: absent, not idle, reserved, or already owned by firmware.
    pub refused: SipMask,
    /// All claimed SIPs that firmware now owns, including those it owned before.
    pub owned: SipMask,
}

impl<B: Bus> HwsDriver<B> {
    /// Claims SIPs and waits until the hardware has decided. Each SIP of the mask is decided separately.
    ///
    /// Only SIPs idle at one boundary are granted; [`claim_when_idle`](Self::claim_when_idle) waits for
    /// busy ones. The SIPs are not released automatically; see [`claim_guarded`](Self::claim_guarded).
    /// After a bus error or a timeout the claim may have been granted; check
    /// [`owned_sips`](Self::owned_sips), or `owned` of a repeated claim.
    ///
    /// Registers: poll HWS_STATUS for room in the command queue; write HRM_FW_CLAIM; poll HWS_STATUS
    /// until CMD_PENDING is 0; read HRM_FW_REFUSED, HRM_FW_OWNED.
    ///
    /// # Errors
    /// An argument error if the mask is empty; timeouts ([`Wait::CommandRoom`](crate::Wait::CommandRoom),
    /// [`Wait::CommandRetired`](crate::Wait::CommandRetired)); bus errors.
    pub fn claim_sips(&mut self, mask: SipMask) -> Outcome<Claim, B> {
        self.begins("claim_sips");
        check_not_empty(mask)?;
        self.command((), HrmFwClaim::from_bits(0).with_mask(mask.0))?;
        self.wait_for_retirement()?;
        let refused = SipMask(self.read::<HrmFwRefused>(())?.mask()) & mask;
        let owned = self.read_owned()? & mask;
        Ok(Claim { granted: mask - refused, refused, owned })
    }

    /// Claims SIPs; dropping the returned guard releases those granted.
    ///
    /// Registers: those of [`claim_sips`](Self::claim_sips).
    ///
    /// # Errors
    /// Those of [`claim_sips`](Self::claim_sips). No guard exists then. After a bus error or a timeout,
    /// release the SIPs of the mask before repeating the call: SIPs granted to the first claim are not
    /// granted to the second, so its guard would not release them.
    pub fn claim_guarded(&mut self, mask: SipMask) -> Outcome<ClaimGuard<'_, B>, B> {
        self.begins("claim_guarded");
        let claim = self.claim_sips(mask)?;
        Ok(ClaimGuard { hws: self, claim })
    }

    /// Returns SIPs to the HWS. SIPs that firmware does not own are ignored, so the call can be repeated.
    ///
    /// The HWS may use them from the next boundary on; this call does not wait for that.
    ///
    /// Registers: poll HWS_STATUS for room in the command queue; write HRM_FW_RELEASE.
    ///
    /// # Errors
    /// An argument error if the mask is empty; timeout ([`Wait::CommandRoom`](crate::Wait::CommandRoom)); bus errors.
    pub fn release_sips(&mut self, mask: SipMask) -> Outcome<(), B> {
        self.begins("release_sips");
        check_not_empty(mask)?;
        self.command((), HrmFwRelease::from_bits(0).with_mask(mask.0))
    }

    /// Returns the SIPs that firmware owns.
    ///
    /// Registers: read HRM_FW_OWNED.
    ///
    /// # Errors
    /// Bus errors.
    pub fn owned_sips(&mut self) -> Outcome<SipMask, B> {
        self.begins("owned_sips");
        self.read_owned()
    }

    fn read_owned(&mut self) -> Outcome<SipMask, B> {
        Ok(SipMask(self.read::<HrmFwOwned>(())?.mask()))
    }
}

pub(crate) fn check_not_empty(mask: SipMask) -> Result<(), InvalidArgument> {
    if mask.is_empty() {
        return Err(InvalidArgument { argument: "mask", value: 0, expected: Expected::SomeSip });
    }
    Ok(())
}

/// SIPs that firmware owns until the guard is dropped. Meanwhile the driver is used through the guard.
///
/// Dropping cannot report an error; where that matters, call [`release`](Self::release). A guard that is
/// forgotten (`core::mem::forget`) keeps the SIPs; [`keep`](Self::keep) is the explicit way to do that.
#[must_use = "dropping the guard releases the SIPs at once"]
pub struct ClaimGuard<'a, B: Bus> {
    hws: &'a mut HwsDriver<B>,
    claim: Claim,
}

impl<'a, B: Bus> ClaimGuard<'a, B> {
    /// Returns the result of the claim.
    pub const fn claim(&self) -> Claim {
        self.claim
    }

    /// Returns the driver, for use while firmware owns the SIPs.
    pub const fn driver(&mut self) -> &mut HwsDriver<B> {
        self.hws
    }

    /// Releases the granted SIPs and reports errors.
    ///
    /// Registers: those of [`HwsDriver::release_sips`]; none when nothing was granted.
    ///
    /// # Errors
    /// Those of [`HwsDriver::release_sips`], with the guard, which still holds the SIPs.
    pub fn release(mut self) -> Result<(), (Self, Error<B::Error>)> {
        match self.release_granted() {
            Ok(()) => {
                let _ = self.keep();
                Ok(())
            }
            Err(error) => Err((self, error)),
        }
    }

    /// Keeps the granted SIPs beyond the guard; the caller releases them.
    #[must_use = "the caller has to release these SIPs"]
    pub fn keep(self) -> SipMask {
        ManuallyDrop::new(self).claim.granted
    }

    fn release_granted(&mut self) -> Outcome<(), B> {
        if self.claim.granted.is_empty() { Ok(()) } else { self.hws.release_sips(self.claim.granted) }
    }
}

impl<B: Bus> Drop for ClaimGuard<'_, B> {
    fn drop(&mut self) {
        // Drop cannot return an error. HRM_FW_OWNED still shows the SIPs then, so they are not lost.
        let _ = self.release_granted();
    }
}
