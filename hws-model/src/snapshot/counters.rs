//! The counters agree with each other and with the Ready Station (I7; registers.md §7).

use core::fmt;

use hws_regs::params;

use super::error::RestoreError;
use crate::Hws;

/// The least number of ticks from one pop of the loader to the next (scheduler.md §2.2).
const CYCLES_PER_TASK: u64 = params::TD_READ_CYCLES as u64 + 1;

/// An inconsistency of the counters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CounterFault {
    /// CNT_ATTEMPT is not the sum of the outcomes of attempts.
    Attempts {
        /// CNT_ATTEMPT.
        attempts: u32,
        /// CNT_FAIL + CNT_LAUNCH_R + CNT_LAUNCH_P + CNT_LAUNCH_O.
        outcomes: u32,
    },
    /// More kernels were admitted than the loader can have read since the last reset.
    Admitted {
        /// The number of admitted kernels.
        admitted: u64,
        /// The largest possible number.
        most: u64,
    },
    /// The number of admitted kernels is not that of finished and resident ones.
    Kernels {
        /// The low 32 bits of the number of admitted kernels.
        admitted: u32,
        /// CNT_KERNEL_DONE.
        done: u32,
        /// The number of kernels in the Ready Station.
        resident: u32,
    },
}

impl fmt::Display for CounterFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Attempts { attempts, outcomes } => write!(
                f,
                "CNT_ATTEMPT is {attempts}; it must be the sum of CNT_FAIL and the three CNT_LAUNCH counters, {outcomes}"
            ),
            Self::Admitted { admitted, most } => {
                write!(f, "{admitted} kernels were admitted; since the last reset there was time for {most}")
            }
            Self::Kernels { admitted, done, resident } => write!(
                f,
                "{admitted} kernels were admitted; that must be the sum of {done} finished and {resident} resident ones"
            ),
        }
    }
}

/// All counters wrap.
pub(super) fn check(hws: &Hws) -> Result<(), RestoreError> {
    let counters = &hws.counters;
    let outcomes = [counters.fail, counters.launch_r, counters.launch_p, counters.launch_o];
    let outcomes = outcomes.iter().fold(0_u32, |sum, counter| sum.wrapping_add(counter.get()));
    let attempts = counters.attempt.get();
    if attempts != outcomes {
        return Err(RestoreError::Counter(CounterFault::Attempts { attempts, outcomes }));
    }
    let (admitted, most) = (hws.tables.rs.next_seq(), hws.cycles_since_reset() / CYCLES_PER_TASK);
    if admitted > most {
        return Err(RestoreError::Counter(CounterFault::Admitted { admitted, most }));
    }
    let (rs, done) = (&hws.tables.rs, counters.kernel_done.get());
    let (admitted, resident) = (rs.next_seq() as u32, rs.valid().len());
    if admitted != done.wrapping_add(resident) {
        return Err(RestoreError::Counter(CounterFault::Kernels { admitted, done, resident }));
    }
    Ok(())
}
