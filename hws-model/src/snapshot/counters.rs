//! The counters agree with each other and with the Ready Station (I7; registers.md §7).

use core::fmt;

use hws_regs::params;

use super::error::RestoreError;
use crate::Hws;

/// From one pop of the loader to the next, at least (scheduler.md §2.2).
const CYCLES_PER_TASK: u64 = params::TD_READ_CYCLES as u64 + 1;

/// What is wrong with the counters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CounterFault {
    /// CNT_ATTEMPT is not the sum of what attempts come to.
    Attempts {
        /// CNT_ATTEMPT.
        attempts: u32,
        /// CNT_FAIL + CNT_LAUNCH_R + CNT_LAUNCH_P + CNT_LAUNCH_O.
        outcomes: u32,
    },
    /// More kernels than the loader can have read since the last reset.
    Admitted {
        /// How many.
        admitted: u64,
        /// How many it can have.
        most: u64,
    },
    /// Kernels were lost, or came from nowhere.
    Kernels {
        /// The low 32 bits of how many were admitted.
        admitted: u32,
        /// CNT_KERNEL_DONE.
        done: u32,
        /// Those in the Ready Station.
        resident: u32,
    },
}

impl fmt::Display for CounterFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Attempts { attempts, outcomes } => write!(
                f,
                "CNT_ATTEMPT is {attempts}; it must be CNT_FAIL and the three CNT_LAUNCH together, {outcomes}"
            ),
            Self::Admitted { admitted, most } => {
                write!(f, "{admitted} kernels were admitted; since the last reset there was time for {most}")
            }
            Self::Kernels { admitted, done, resident } => write!(
                f,
                "{admitted} kernels were admitted; they must be those done, {done}, and those resident, {resident}"
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
