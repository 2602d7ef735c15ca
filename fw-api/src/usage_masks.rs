//! The usage masks of every context and class at once.

use hws_regs::{
    RegIndex, SipUsageMask,
    params::{N_CLASS, N_CTX},
};
use hws_types::SipMask;

use crate::{Bus, HwsDriver, Outcome, Refusal};

/// A usage mask for each context and class: `masks[ctx][threads.class()]`.
pub type UsageMasks = [[SipMask; N_CLASS]; N_CTX];

/// An element of SIP_USAGE_MASK.
pub(crate) type Place = (RegIndex<N_CTX>, RegIndex<N_CLASS>);

impl<B: Bus> HwsDriver<B> {
    /// Returns the usage masks of every context and class.
    ///
    /// Registers: read SIP_USAGE_MASK\[0..4\]\[0..5\].
    ///
    /// # Errors
    /// Bus errors.
    pub fn usage_masks(&mut self) -> Outcome<UsageMasks, B> {
        self.begins("usage_masks");
        let mut masks = UsageMasks::default();
        for (ctx, classes) in RegIndex::all().zip(&mut masks) {
            for (class, mask) in RegIndex::all().zip(classes) {
                *mask = self.read_usage_mask((ctx, class))?;
            }
        }
        Ok(masks)
    }

    /// Sets the usage masks of every context and class, and waits until no attempt that latched an old
    /// one can still commit. From then on, nothing is launched on SIPs outside the new masks.
    ///
    /// Registers: for each context and class write SIP_USAGE_MASK\[ctx\]\[class\] and read it back; read
    /// CNT_ATTEMPT; then poll HWS_STATUS until ATTEMPT_BUSY is 0 or CNT_ATTEMPT has changed.
    ///
    /// # Errors
    /// [`Refusal::MaskNotTaken`] if one reads back differently; timeout
    /// ([`Wait::AttemptCommitted`](crate::Wait::AttemptCommitted)); bus errors. The masks before the
    /// failed access are then set.
    pub fn set_usage_masks(&mut self, masks: &UsageMasks) -> Outcome<(), B> {
        self.begins("set_usage_masks");
        for (place, mask) in places(masks) {
            self.write_usage_mask(place, mask)?;
            self.check_usage_mask(place, mask)?;
        }
        self.wait_for_latched_attempt()
    }

    /// Sets every usage mask and returns at once.
    pub(crate) fn write_usage_masks(&mut self, masks: &UsageMasks) -> Outcome<(), B> {
        places(masks).try_for_each(|(place, mask)| self.write_usage_mask(place, mask))
    }

    pub(crate) fn write_usage_mask(&mut self, place: Place, mask: SipMask) -> Outcome<(), B> {
        self.write(place, SipUsageMask::from_bits(0).with_mask(mask.0))
    }

    pub(crate) fn read_usage_mask(&mut self, place: Place) -> Outcome<SipMask, B> {
        Ok(SipMask(self.read::<SipUsageMask>(place)?.mask()))
    }

    pub(crate) fn check_usage_mask(&mut self, place: Place, mask: SipMask) -> Outcome<(), B> {
        if self.read_usage_mask(place)? != mask {
            return Err(Refusal::MaskNotTaken.into());
        }
        Ok(())
    }
}

/// The masks with their places, context by context.
fn places(masks: &UsageMasks) -> impl Iterator<Item = (Place, SipMask)> {
    let contexts = RegIndex::all().zip(masks);
    contexts.flat_map(|(ctx, classes)| {
        RegIndex::all().zip(classes).map(move |(class, &mask)| ((ctx, class), mask))
    })
}
