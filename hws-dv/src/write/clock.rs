//! The times of edges.
//!
//! Tick `c` begins at time 1000·c: the clock falls and the inputs change; it rises one unit later. Each access before
//! the tick has an edge of its own in front of it, and so has each further command or message of a tick. If they need
//! more time than there is, later ticks begin as soon as possible.

/// Units of time between two ticks.
pub(crate) const TICK: u64 = 1000;

/// The last time that viewers, which use signed numbers, can show.
const LAST: u64 = i64::MAX as u64;

/// The last cycle whose edges have a time, even if each of its accesses takes an edge.
pub(crate) const LAST_CYCLE: u64 = LAST / TICK - 1_000_000;

#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Clock {
    /// The first time that is not used.
    free: u64,
}

impl Clock {
    /// Takes the two time stamps of an edge of this cycle and returns the first: the clock falls there, and rises
    /// one later.
    pub(crate) fn edge(&mut self, cycle: u64) -> u64 {
        let fall = self.free.max(cycle.saturating_mul(TICK));
        self.free = fall.saturating_add(2);
        fall
    }

    /// Takes the time stamp at which the tick of this cycle would rise if it were written; none if a later time stamp
    /// is used, or if it is not before `limit`.
    pub(crate) fn unwritten_rise(&mut self, cycle: u64, limit: u64) -> Option<u64> {
        let rise = cycle.saturating_mul(TICK).saturating_add(1);
        let is_free = (self.free..limit).contains(&rise);
        is_free.then(|| {
            self.free = rise + 1;
            rise
        })
    }

    /// Takes the time stamp at which a cycle begins, or the first free one after it.
    pub(crate) fn begin(&mut self, cycle: u64) -> u64 {
        let time = self.free.max(cycle.saturating_mul(TICK));
        self.free = time.saturating_add(1);
        time
    }

    /// Returns the time at which an edge of this cycle would begin, without taking it.
    pub(crate) fn next_edge(&self, cycle: u64) -> u64 {
        self.free.max(cycle.saturating_mul(TICK))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accesses_delay_a_tick_and_later_ones_catch_up() {
        let mut clock = Clock::default();
        let accesses: Vec<_> = (0..600).map(|_| clock.edge(0)).collect();
        assert_eq!((accesses[0], accesses[1], accesses[599]), (0, 2, 1198));
        assert_eq!([clock.edge(0), clock.edge(1), clock.edge(2)], [1200, 1202, 2000]);
    }

    #[test]
    fn a_pulse_ends_only_if_its_time_is_free() {
        let mut clock = Clock::default();
        clock.edge(0);
        assert_eq!(clock.unwritten_rise(1, clock.next_edge(1)), None, "the tick of cycle 1 is written");
        assert_eq!(clock.unwritten_rise(1, clock.next_edge(9)), Some(1001));
        assert_eq!(clock.unwritten_rise(1, clock.next_edge(9)), None);
        assert_eq!([clock.edge(9), clock.begin(9), clock.begin(30)], [9000, 9002, 30_000]);
    }
}
