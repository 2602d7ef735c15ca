//! The attempt in flight: decided at LATCH, carried out at COMMIT (scheduler.md §3).
//!
//! The pools are kept from one attempt to the next (`pools`). While an attempt is in flight they are the
//! latched ones; otherwise they are not a part of the state.

use core::hash::{Hash, Hasher};

use hws_regs::params;

use crate::choice::{Choice, choose};
use crate::pools::Pools;
use crate::priority::PTask;
use crate::tables::Tables;

/// At most one attempt, and the pools with which it was decided.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Engine {
    /// Ticks until COMMIT, at least 1; `None` without an attempt.
    ticks_left: Option<u32>,
    /// What LATCH has decided, without the P-pool. It stays where it is for COMMIT to carry it out.
    outcome: Outcome,
    pools: Pools,
}

/// The decision that COMMIT carries out.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Outcome {
    /// ENABLE_SECOND_RSC_SCH as latched.
    pub(crate) second_resources: bool,
    pub(crate) choice: Option<Choice>,
}

impl Engine {
    pub(crate) const fn idle() -> Self {
        let outcome = Outcome { second_resources: false, choice: None };
        Self { ticks_left: None, outcome, pools: Pools::empty() }
    }

    /// An engine with this attempt in flight.
    #[cfg(feature = "serde")]
    pub(crate) fn restored(ticks_left: u32, outcome: Outcome, p_pool: &[PTask]) -> Self {
        Self { ticks_left: Some(ticks_left), outcome, pools: Pools::restored(p_pool) }
    }

    pub(crate) const fn is_busy(&self) -> bool {
        self.ticks_left.is_some()
    }

    /// The ticks until COMMIT and its decision; `None` without an attempt.
    pub(crate) fn attempt(&self) -> Option<(u32, &Outcome)> {
        Some((self.ticks_left?, &self.outcome))
    }

    /// The decision of the attempt that is in flight, or in its COMMIT.
    pub(crate) const fn outcome(&self) -> &Outcome {
        &self.outcome
    }

    /// The latched pools.
    pub(crate) const fn pools(&self) -> &Pools {
        &self.pools
    }

    /// The latched P-pool, in its order.
    pub(crate) fn p_pool(&self) -> &[PTask] {
        self.pools.p()
    }

    /// LATCH (§3.2): COMMIT follows exactly ATTEMPT_CYCLES ticks later.
    pub(crate) fn latch(&mut self, tables: &mut Tables) {
        let changes = tables.take_changes();
        let latched = tables.latched();
        if !changes.is_empty() {
            self.pools.update(&latched, changes);
        }
        let choice = choose(&latched, &self.pools);
        self.outcome = Outcome { second_resources: latched.second_resources(), choice };
        self.ticks_left = Some(params::ATTEMPT_CYCLES);
    }

    /// The online priorities that the Ready Station does not have yet. The next call returns none until the
    /// pools change.
    pub(crate) fn priorities_to_note(&mut self) -> impl Iterator<Item = PTask> {
        self.pools.take_unnoted()
    }

    /// One tick; returns whether it is the tick of COMMIT.
    #[inline]
    pub(crate) fn count_down(&mut self) -> bool {
        let Some(ticks) = self.ticks_left else { return false };
        self.ticks_left = if ticks > 1 { Some(ticks - 1) } else { None };
        !self.is_busy()
    }

    /// The ticks that can pass before the tick of COMMIT; `None` without an attempt.
    #[inline]
    pub(crate) fn quiet_ticks(&self) -> Option<u64> {
        self.ticks_left.map(|ticks| u64::from(ticks) - 1)
    }

    /// The ticks until the COMMIT of an attempt that has chosen nothing; `None` without such an attempt.
    pub(crate) fn ticks_to_failure(&self) -> Option<u64> {
        self.ticks_left.filter(|_| self.outcome.choice.is_none()).map(u64::from)
    }

    /// Whether COMMIT has no priority to note, and a LATCH in the present state, in which the pools are sorted, would have
    /// the outcome of the attempt in flight.
    pub(crate) fn repeats(&self, tables: &Tables) -> bool {
        let latched = tables.latched();
        let again = || Outcome {
            second_resources: latched.second_resources(),
            choice: choose(&latched, &self.pools),
        };
        self.pools.is_noted() && self.is_busy() && self.outcome == again()
    }

    /// The attempt in flight ends, and so do others; the last of them is followed by one with the same outcome.
    pub(crate) fn restart(&mut self) {
        self.ticks_left = Some(params::ATTEMPT_CYCLES);
    }

    /// `ticks`, no more than [`Self::quiet_ticks`], pass.
    #[inline]
    pub(crate) fn pass(&mut self, ticks: u64) {
        if let Some(left) = &mut self.ticks_left {
            // Fits: no more than `left` ticks pass.
            *left -= ticks.min(u64::from(*left) - 1) as u32;
        }
    }

    /// The attempt and its P-pool: the part that is state.
    fn state(&self) -> Option<(u32, &Outcome, &[PTask])> {
        self.attempt().map(|(ticks_left, outcome)| (ticks_left, outcome, self.p_pool()))
    }
}

impl PartialEq for Engine {
    fn eq(&self, other: &Self) -> bool {
        self.state() == other.state()
    }
}

impl Eq for Engine {}

impl Hash for Engine {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.state().hash(hasher);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Config;

    fn latched() -> Engine {
        let mut engine = Engine::idle();
        engine.latch(&mut Tables::new(Config::default()));
        engine
    }

    #[test]
    fn commit_comes_exactly_attempt_cycles_after_latch() {
        let mut engine = latched();
        assert_eq!(engine.quiet_ticks(), Some(u64::from(params::ATTEMPT_CYCLES) - 1));
        let ticks = 1 + (0..).take_while(|_| !engine.count_down()).count();
        assert_eq!(ticks, params::ATTEMPT_CYCLES as usize);
        assert!(!engine.is_busy());
    }

    #[test]
    fn skipping_stops_before_commit() {
        let mut engine = latched();
        engine.pass(engine.quiet_ticks().unwrap());
        assert!(engine.is_busy());
        assert!(engine.count_down());
    }

    #[test]
    fn pools_without_an_attempt_are_not_state() {
        let mut engine = latched();
        engine.pass(engine.quiet_ticks().unwrap());
        let task = PTask { entry: Default::default(), online_priority: 7 };
        engine.pools = Pools::restored(&[task]);
        assert_ne!(engine, latched());
        engine.count_down();
        assert_eq!(engine, Engine::idle());
    }
}
