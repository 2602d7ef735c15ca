//! The prescaler and the cycle counter (scheduler.md §7.4, §8).

use core::fmt;

use super::error::RestoreError;
use crate::Hws;

/// An inconsistency of the prescaler or the cycle counters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TimeFault {
    /// The prescaler is above its limit.
    Prescaler {
        /// Its value.
        value: u32,
        /// TIME_UNIT.PRESCALE.
        prescale: u32,
    },
    /// The last reset lies in the future.
    Reset {
        /// The cycle of the reset.
        reset_at: u64,
        /// The present cycle.
        cycle: u64,
    },
    /// CNT_CYCLE_HI was latched in the future.
    CycleHi {
        /// The latched value.
        latched: u32,
        /// The present value of the counter.
        present: u64,
    },
}

impl fmt::Display for TimeFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Prescaler { value, prescale } => {
                write!(f, "the prescaler is at {value}; it counts 0..={prescale}, TIME_UNIT.PRESCALE")
            }
            Self::Reset { reset_at, cycle } => {
                write!(
                    f,
                    "the last reset was at cycle {reset_at}; it cannot be later than the present, {cycle}"
                )
            }
            Self::CycleHi { latched, present } => {
                write!(f, "CNT_CYCLE_HI is latched as {latched}; it cannot be above the present {present}")
            }
        }
    }
}

pub(super) fn check(hws: &Hws) -> Result<(), RestoreError> {
    let (value, prescale) = (hws.tables.time.prescaler(), hws.tables.regs.time_unit.prescale());
    let (reset_at, cycle) = (hws.reset_at.0, hws.cycle.0);
    let (latched, present) = (hws.cycle_hi, hws.cycles_since_reset() >> 32);
    let fault = if value > prescale {
        TimeFault::Prescaler { value, prescale }
    } else if reset_at > cycle {
        TimeFault::Reset { reset_at, cycle }
    } else if u64::from(latched) > present {
        TimeFault::CycleHi { latched, present }
    } else {
        return Ok(());
    };
    Err(RestoreError::Time(fault))
}
