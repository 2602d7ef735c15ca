//! Backfill: how much time must be left for other kernels to use reserved SIPs.

use hws_regs::{LaunchSipDelay, RsvdSipBackfillMarginOffset, Sign, TimeUnit, params::ATTEMPT_CYCLES};

use crate::{Bus, HwsDriver, InvalidArgument, Outcome};

/// The backfill margin: another kernel may use a reserved SIP if the group the SIP belongs to stays
/// busy for at least the kernel's estimate plus this margin.
///
/// The default is [`safe(0)`](Self::safe). With any smaller margin, each backfill can raise the
/// group's remaining time for the next one, and the reserved task may starve forever.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BackfillMargin(Kind);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Exact(i32),
    Safe(u32),
}

impl BackfillMargin {
    /// Exactly `units` time units, ±(2³¹ - 1). A positive margin is kept; a negative one allows the
    /// reserved task to be delayed by at most that much. Nothing is added, so tasks can starve.
    #[must_use]
    pub const fn exact(units: i32) -> Self {
        Self(Kind::Exact(units))
    }

    /// The smallest margin with which no reserved task starves, plus `extra` time units:
    /// LAUNCH_SIP_DELAY + ⌈ATTEMPT_CYCLES / (PRESCALE + 1)⌉ + 1 + `extra`.
    #[must_use]
    pub const fn safe(extra: u32) -> Self {
        Self(Kind::Safe(extra))
    }
}

impl Default for BackfillMargin {
    fn default() -> Self {
        Self::safe(0)
    }
}

impl<B: Bus> HwsDriver<B> {
    /// Sets the backfill margin.
    ///
    /// A safe margin is computed from the current launch delay and time unit; repeat this call after
    /// changing either.
    ///
    /// Registers: if safe, read LAUNCH_SIP_DELAY, TIME_UNIT; write RSVD_SIP_BACKFILL_MARGIN_OFFSET.
    ///
    /// # Errors
    /// An argument error if the margin does not fit in 31 bits: before the first access if the
    /// argument alone is too large, otherwise before the write. Bus errors.
    #[doc(alias = "configBackfill")]
    pub fn set_backfill(&mut self, margin: BackfillMargin) -> Outcome<(), B> {
        self.begins("configBackfill");
        let value = match margin.0 {
            Kind::Exact(units) => encode(units.into())?,
            Kind::Safe(extra) => {
                encode(extra.into())?;
                encode(self.least_safe_margin()?.saturating_add(extra.into()))?
            }
        };
        self.write((), value)
    }

    fn least_safe_margin(&mut self) -> Outcome<i64, B> {
        let delay = self.read::<LaunchSipDelay>(())?.units();
        let cycles_per_unit = self.read::<TimeUnit>(())?.prescale().saturating_add(1);
        let attempt = ATTEMPT_CYCLES.checked_div_euclid(cycles_per_unit).unwrap_or(0);
        let started = ATTEMPT_CYCLES.checked_rem_euclid(cycles_per_unit).unwrap_or(0) != 0;
        let attempt_units = i64::from(attempt).saturating_add(i64::from(started));
        Ok(i64::from(delay).saturating_add(attempt_units).saturating_add(1))
    }
}

/// Encodes the offset as the register's sign and magnitude.
fn encode(units: i64) -> Result<RsvdSipBackfillMarginOffset, InvalidArgument> {
    let sign = if units > 0 { Sign::Positive } else { Sign::Negative };
    u32::try_from(units.unsigned_abs())
        .ok()
        .and_then(|magnitude| RsvdSipBackfillMarginOffset::from_bits(0).with_magnitude(magnitude).ok())
        .map(|value| value.with_sign(sign))
        .ok_or_else(|| {
            let widest = i64::from(RsvdSipBackfillMarginOffset::from_bits(u32::MAX).magnitude());
            InvalidArgument::range("margin", units, widest.wrapping_neg(), widest)
        })
}
