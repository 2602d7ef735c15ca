//! The hardware resource manager: SIPs change hands between the HWS and firmware.

use core::mem::ManuallyDrop;

use hws_regs::{HrmFwClaim, HrmFwOwned, HrmFwRefused, HrmFwRelease};
use hws_types::SipMask;

use crate::{Bus, Error, Expected, HwsDriver, InvalidArgument, Outcome};

/// What became of a claim.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[must_use = "the granted SIPs are lost to the HWS until they are released"]
pub struct Claim {
    /// Given to firmware by this claim.
    pub granted: SipMask,
    /// Not given: absent, not idle, reserved, or firmware's already.
    pub refused: SipMask,
    /// Of the claimed SIPs all that firmware owns now; those not granted it had before.
    pub owned: SipMask,
}

impl<B: Bus> HwsDriver<B> {
    /// Claims SIPs and waits until the hardware has decided. Each SIP of the mask is decided by itself.
    ///
    /// Only SIPs idle at one boundary are given; [`claim_when_idle`](Self::claim_when_idle) waits for
    /// busy ones. Nothing releases the SIPs by itself; see [`claim_guarded`](Self::claim_guarded). After
    /// a bus error or a timeout the claim may have been granted: [`owned_sips`](Self::owned_sips)
    /// tells, and so does `owned` of a repeated claim.
    ///
    /// Registers: poll HWS_STATUS for room in the command queue; write HRM_FW_CLAIM; poll HWS_STATUS
    /// until CMD_PENDING is 0; read HRM_FW_REFUSED, HRM_FW_OWNED.
    ///
    /// # Errors
    /// An argument error for an empty mask; timeouts ([`Wait::CommandRoom`](crate::Wait::CommandRoom),
    /// [`Wait::CommandRetired`](crate::Wait::CommandRetired)); the bus's.
    pub fn claim_sips(&mut self, mask: SipMask) -> Outcome<Claim, B> {
        check_not_empty(mask)?;
        self.command((), HrmFwClaim::from_bits(0).with_mask(mask.0))?;
        self.wait_for_retirement()?;
        let refused = SipMask(self.read::<HrmFwRefused>(())?.mask()) & mask;
        let owned = self.owned_sips()? & mask;
        Ok(Claim { granted: mask - refused, refused, owned })
    }

    /// Claims SIPs and releases those granted when the guard is dropped.
    ///
    /// Registers: those of [`claim_sips`](Self::claim_sips).
    ///
    /// # Errors
    /// Those of [`claim_sips`](Self::claim_sips). There is no guard then: after a bus error or a timeout
    /// release the SIPs of the mask before the call is repeated, because what the first claim was
    /// granted the second is not, and its guard would not release it.
    pub fn claim_guarded(&mut self, mask: SipMask) -> Outcome<ClaimGuard<'_, B>, B> {
        let claim = self.claim_sips(mask)?;
        Ok(ClaimGuard { hws: self, claim })
    }

    /// Gives SIPs back to the HWS. Those that firmware does not own are left alone, so it can be repeated.
    ///
    /// The HWS may use them from the next boundary on; this call does not wait for it.
    ///
    /// Registers: poll HWS_STATUS for room in the command queue; write HRM_FW_RELEASE.
    ///
    /// # Errors
    /// An argument error for an empty mask; timeout ([`Wait::CommandRoom`](crate::Wait::CommandRoom)); the bus's.
    pub fn release_sips(&mut self, mask: SipMask) -> Outcome<(), B> {
        check_not_empty(mask)?;
        self.command((), HrmFwRelease::from_bits(0).with_mask(mask.0))
    }

    /// The SIPs that firmware owns.
    ///
    /// Registers: read HRM_FW_OWNED.
    ///
    /// # Errors
    /// The bus's.
    pub fn owned_sips(&mut self) -> Outcome<SipMask, B> {
        Ok(SipMask(self.read::<HrmFwOwned>(())?.mask()))
    }
}

pub(crate) fn check_not_empty(mask: SipMask) -> Result<(), InvalidArgument> {
    if mask.is_empty() {
        return Err(InvalidArgument { argument: "mask", value: 0, expected: Expected::SomeSip });
    }
    Ok(())
}

/// SIPs that are firmware's until the guard goes; the driver is used through it meanwhile.
///
/// Dropping cannot report an error: when that matters, end with [`release`](Self::release). A
/// guard that is forgotten (`core::mem::forget`) keeps the SIPs; [`keep`](Self::keep) says so openly.
#[must_use = "dropping the guard releases the SIPs at once"]
pub struct ClaimGuard<'a, B: Bus> {
    hws: &'a mut HwsDriver<B>,
    claim: Claim,
}

impl<'a, B: Bus> ClaimGuard<'a, B> {
    /// What was granted and what not.
    pub const fn claim(&self) -> Claim {
        self.claim
    }

    /// The driver, to use while the SIPs are firmware's.
    pub const fn driver(&mut self) -> &mut HwsDriver<B> {
        self.hws
    }

    /// Releases the granted SIPs; the explicit form, which leaks nothing.
    ///
    /// Registers: those of [`HwsDriver::release_sips`]; none when nothing was granted.
    ///
    /// # Errors
    /// Those of [`HwsDriver::release_sips`], together with the guard, which still holds the SIPs.
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
        // An error cannot leave a drop. HRM_FW_OWNED still shows the SIPs then, so they are not lost.
        let _ = self.release_granted();
    }
}
