//! The performance counters, read as one value.

use crate::boundary::{from_c, get};
use crate::{hws_bus, hws_status};

/// The counters since the last reset. All but `cycles` wrap at 32 bits; compare them by subtraction.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct hws_counters {
    /// Ticks.
    pub cycles: u64,
    /// Attempts that committed.
    pub attempts: u32,
    /// Attempts that chose nothing.
    pub failed: u32,
    /// Launches from the R-pool.
    pub launches_r: u32,
    /// Launches from the P-pool.
    pub launches_p: u32,
    /// Launches from the O-pool.
    pub launches_o: u32,
    /// Launches of other kernels on a reserved SIP.
    pub backfills: u32,
    /// Launches with a block on a SIP that was not idle.
    pub early: u32,
    /// Promotions.
    pub promotions: u32,
    /// Reservations cancelled.
    pub cancels: u32,
    /// Kernels done.
    pub kernels_done: u32,
    /// Tasks rejected.
    pub tasks_rejected: u32,
    /// Messages dropped.
    pub messages_dropped: u32,
}

/// Reads every counter, one after the other, so the values are not from a single cycle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hws_get_counters(bus: *const hws_bus, counters: *mut hws_counters) -> hws_status {
    from_c!(get(bus, counters, "counters", |hws| {
        let read = hws.counters()?;
        Ok(hws_counters {
            cycles: read.cycles,
            attempts: read.attempts,
            failed: read.failed,
            launches_r: read.launches_r,
            launches_p: read.launches_p,
            launches_o: read.launches_o,
            backfills: read.backfills,
            early: read.early,
            promotions: read.promotions,
            cancels: read.cancels,
            kernels_done: read.kernels_done,
            tasks_rejected: read.tasks_rejected,
            messages_dropped: read.messages_dropped,
        })
    }))
}

/// Gets the ticks since the last reset.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hws_get_cycles(bus: *const hws_bus, cycles: *mut u64) -> hws_status {
    from_c!(get(bus, cycles, "cycles", |hws| Ok(hws.cycles()?)))
}
