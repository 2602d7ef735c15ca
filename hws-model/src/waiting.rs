//! Waiting in closed form: attempts that fail again and again because nothing changes (scheduler.md §3, §6.1).
//!
//! # Why each of them fails like the one before
//! An attempt that is in flight without a choice is repeated until something changes, if
//! * COMMIT changes nothing but its counters: the priorities are noted already, and no task can be promoted. Whether a
//!   task has a reservation to make does not depend on time, only which group it takes;
//! * the boundary after it has nothing to do but LATCH, and no reservation is stale;
//! * LATCH chooses nothing again. What it reads is constant but for the remaining times, and these only shrink. They decide
//!   which reserved SIPs pass the backfill filter (§5.5): fewer as time passes, and fewer SIPs never make a
//!   placement possible.
//!
//! While nobody accesses the HWS, only the loader and the estimate of pre-idle can end this; the caller looks no further
//! than to the next of these.

use hws_regs::params;

use crate::{EventSink, FailedAttempts, Hws, allocation_only, promotion, requests};

/// The ticks from one COMMIT to the next.
const PERIOD: u64 = params::ATTEMPT_CYCLES as u64;

impl Hws {
    /// The number of attempts that fail within `ticks`, in which the loader and the time base only count; 0 if
    /// something may come of one of them.
    #[inline]
    pub(crate) fn failing_attempts(&self, ticks: u64) -> u64 {
        match self.engine.ticks_to_failure() {
            Some(first) if first <= ticks && self.repeats_itself() => 1 + (ticks - first) / PERIOD,
            _ => 0,
        }
    }

    /// `count` attempts fail, no more than [`Hws::failing_attempts`]. Returns the ticks that pass: up to and including that of
    /// the last COMMIT.
    pub(crate) fn fail(&mut self, count: u64, sink: &mut impl EventSink) -> u64 {
        let first = self.engine.ticks_to_failure().unwrap_or(PERIOD);
        let attempts = FailedAttempts { first: self.cycle.after(first - 1), count };
        self.counters.attempt.add(count);
        self.counters.fail.add(count);
        self.engine.restart();
        let ticks = first + (count - 1) * PERIOD;
        self.count(ticks);
        sink.failed(attempts);
        ticks
    }

    /// Whether the attempt in flight, which has no choice, and all that follow it change nothing.
    #[inline(never)]
    fn repeats_itself(&self) -> bool {
        let Self { tables, engine, commands, mih, .. } = self;
        tables.can_latch()
            && commands.is_empty()
            && !tables.has_changes()
            && engine.repeats(tables)
            && promotion::stale(tables).is_empty()
            && !promotion::is_due(tables, engine.pools())
            && !allocation_only::is_any_allocated(tables, mih)
            && !requests::is_any_pending(tables, mih)
    }
}
