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

use crate::{EventSink, FailedAttempts, Hws, Survey, allocation_only, promotion, requests};

/// The ticks from one COMMIT to the next.
const PERIOD: u64 = params::ATTEMPT_CYCLES as u64;

impl Hws {
    /// The attempts that fail within `ticks`, in which the loader and the time base only count; none if something may
    /// come of one of them, or if the sink does not take them at once.
    #[inline]
    pub(crate) fn failing_attempts(&self, ticks: u64, sink: &impl EventSink) -> Option<FailedAttempts> {
        let first = self.engine.ticks_to_failure().filter(|&first| first <= ticks)?;
        let attempts =
            FailedAttempts { first: self.cycle.after(first - 1), count: 1 + (ticks - first) / PERIOD };
        let survey = || Survey::of(&self.tables.latched(), &self.engine);
        (self.repeats_itself() && sink.takes_these_at_once(attempts, &survey)).then_some(attempts)
    }

    /// [`Hws::failing_attempts`] fail. Returns the ticks that pass: up to and including that of the last COMMIT.
    pub(crate) fn fail(&mut self, attempts: FailedAttempts, sink: &mut impl EventSink) -> u64 {
        let first = self.engine.ticks_to_failure().unwrap_or(PERIOD);
        self.counters.attempt.add(attempts.count);
        self.counters.fail.add(attempts.count);
        self.engine.restart();
        let ticks = first + (attempts.count - 1) * PERIOD;
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
