//! Usage masks: the SIPs that a context may use for blocks of a given size.

use hws_regs::{CntAttempt, RegIndex};
use hws_types::{SipMask, ThreadNum};

use crate::argument::index_below;
use crate::usage_masks::Place;
use crate::{Bus, HwsDriver, InvalidArgument, Outcome, Wait};

impl<B: Bus> HwsDriver<B> {
    /// Sets the SIPs that context `ctx` (0..=3) may use for blocks of `threads` SIPs, and waits
    /// until no attempt that latched the old mask can still commit. From then on, that context and
    /// class launches nothing on SIPs removed from the mask.
    ///
    /// Sizes share masks by class: 1; 2; 3 and 4; 6 and 8; 9, 12 and 16. Blocks already running continue.
    ///
    /// Registers: write SIP_USAGE_MASK\[ctx\]\[class\], read it back, read CNT_ATTEMPT; then poll
    /// HWS_STATUS until ATTEMPT_BUSY is 0 or CNT_ATTEMPT has changed.
    ///
    /// # Errors
    /// An argument error for the context; [`Refusal::MaskNotTaken`](crate::Refusal::MaskNotTaken) if the
    /// mask reads back differently; timeout ([`Wait::AttemptCommitted`]); bus errors.
    #[doc(alias = "sipUsageMaskConfig")]
    pub fn set_usage_mask(&mut self, ctx: u8, threads: ThreadNum, mask: SipMask) -> Outcome<(), B> {
        self.begins("sipUsageMaskConfig");
        let place = place(ctx, threads)?;
        self.write_usage_mask(place, mask)?;
        self.check_usage_mask(place, mask)?;
        self.wait_for_latched_attempt()
    }

    /// Sets a usage mask and returns at once. An attempt in flight may still launch by the old one.
    ///
    /// Registers: write SIP_USAGE_MASK\[ctx\]\[class\].
    ///
    /// # Errors
    /// An argument error for the context; bus errors.
    #[doc(alias = "sipUsageMaskConfig")]
    pub fn set_usage_mask_no_wait(&mut self, ctx: u8, threads: ThreadNum, mask: SipMask) -> Outcome<(), B> {
        self.begins("sipUsageMaskConfig");
        self.write_usage_mask(place(ctx, threads)?, mask)
    }

    /// Returns the SIPs that context `ctx` may use for blocks of `threads` SIPs.
    ///
    /// Registers: read SIP_USAGE_MASK\[ctx\]\[class\].
    ///
    /// # Errors
    /// An argument error for the context; bus errors.
    pub fn usage_mask(&mut self, ctx: u8, threads: ThreadNum) -> Outcome<SipMask, B> {
        self.begins("usage_mask");
        self.read_usage_mask(place(ctx, threads)?)
    }

    /// Waits until no attempt latched before this call can still commit.
    ///
    /// Such an attempt either commits before CNT_ATTEMPT is read here, or changes it later. Seeing the
    /// engine idle once is enough, because the next attempt latches later. One of the two happens within
    /// ATTEMPT_CYCLES.
    pub(crate) fn wait_for_latched_attempt(&mut self) -> Outcome<(), B> {
        let before = self.read::<CntAttempt>(())?.value();
        self.wait(Wait::AttemptCommitted, |hws| {
            let over = !hws.read_status()?.attempt_busy() || hws.read::<CntAttempt>(())?.value() != before;
            Ok(over.then_some(()))
        })
    }
}

/// The register of a context and a size.
fn place(ctx: u8, threads: ThreadNum) -> Result<Place, InvalidArgument> {
    Ok((index_below("ctx", ctx)?, RegIndex::wrapping(threads.class() as u32)))
}
