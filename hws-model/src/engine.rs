//! The attempt in flight: decided at LATCH, carried out at COMMIT (scheduler.md §3).
//!
//! The pools are kept from one attempt to the next (`pools`). While an attempt is in flight they are the
//! latched ones; otherwise they are not a part of the state.

use core::hash::{Hash, Hasher};

use hws_regs::params;

use crate::choice::{Choice, choose};
use crate::derived::Derived;
#[cfg(feature = "serde")]
use crate::entry_list::EntryList;
use crate::pools::Pools;
use crate::priority::PTask;
use crate::tables::Tables;

/// At most one attempt, and the pools with which it was decided.
#[derive(Clone, Debug)]
pub(crate) struct Engine {
    attempt: Option<InFlight>,
    pools: Pools,
    /// Whether the Ready Station has the online priorities of the pools already (§6.5).
    is_noted: Derived<bool>,
}

/// What LATCH has decided, without the P-pool.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct InFlight {
    /// Ticks until COMMIT, at least 1.
    ticks_left: u32,
    outcome: Outcome,
}

/// The decision that COMMIT carries out.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Outcome {
    /// ENABLE_SECOND_RSC_SCH as latched.
    pub(crate) second_resources: bool,
    pub(crate) choice: Option<Choice>,
}

impl Engine {
    pub(crate) const fn idle() -> Self {
        Self { attempt: None, pools: Pools::empty(), is_noted: Derived(false) }
    }

    /// An engine with this attempt in flight.
    #[cfg(feature = "serde")]
    pub(crate) fn restored(ticks_left: u32, outcome: Outcome, p_pool: EntryList<PTask>) -> Self {
        let mut pools = Pools::empty();
        pools.p = p_pool;
        Self { attempt: Some(InFlight { ticks_left, outcome }), pools, is_noted: Derived(false) }
    }

    pub(crate) const fn is_busy(&self) -> bool {
        self.attempt.is_some()
    }

    /// The ticks until COMMIT and its decision; `None` without an attempt.
    pub(crate) fn attempt(&self) -> Option<(u32, &Outcome)> {
        self.attempt.as_ref().map(|attempt| (attempt.ticks_left, &attempt.outcome))
    }

    /// The latched P-pool, in its order.
    pub(crate) fn p_pool(&self) -> &[PTask] {
        &self.pools.p
    }

    /// LATCH (§3.2): COMMIT follows exactly ATTEMPT_CYCLES ticks later.
    pub(crate) fn latch(&mut self, tables: &mut Tables) {
        let changes = tables.take_changes();
        let latched = tables.latched();
        if !changes.moved.is_empty() {
            self.pools.update(&latched, changes);
            self.is_noted = Derived(false);
        }
        let choice = choose(&latched, &self.pools);
        let outcome = Outcome { second_resources: latched.second_resources(), choice };
        self.attempt = Some(InFlight { ticks_left: params::ATTEMPT_CYCLES, outcome });
    }

    /// The online priorities that the Ready Station does not have yet. The next call returns none until the
    /// pools change.
    pub(crate) fn priorities_to_note(&mut self) -> &[PTask] {
        if core::mem::replace(&mut self.is_noted.0, true) { &[] } else { &self.pools.p }
    }

    /// One tick; returns the decision in the tick of COMMIT.
    pub(crate) fn count_down(&mut self) -> Option<Outcome> {
        let attempt = self.attempt.as_mut()?;
        if attempt.ticks_left > 1 {
            attempt.ticks_left -= 1;
            return None;
        }
        self.attempt.take().map(|attempt| attempt.outcome)
    }

    /// The ticks that can pass before the tick of COMMIT; `None` without an attempt.
    pub(crate) fn quiet_ticks(&self) -> Option<u64> {
        self.attempt.as_ref().map(|attempt| u64::from(attempt.ticks_left) - 1)
    }

    /// The ticks until the COMMIT of an attempt that has chosen nothing; `None` without such an attempt.
    pub(crate) fn ticks_to_failure(&self) -> Option<u64> {
        let attempt = self.attempt.as_ref().filter(|attempt| attempt.outcome.choice.is_none())?;
        Some(attempt.ticks_left.into())
    }

    /// Whether COMMIT has no priority to note, and a LATCH in the present state, in which the pools are sorted, would have
    /// the outcome of the attempt in flight.
    pub(crate) fn repeats(&self, tables: &Tables) -> bool {
        let latched = tables.latched();
        let again = || Outcome {
            second_resources: latched.second_resources(),
            choice: choose(&latched, &self.pools),
        };
        self.is_noted.0 && self.attempt.as_ref().is_some_and(|attempt| attempt.outcome == again())
    }

    /// The attempt in flight ends, and so do others; the last of them is followed by one with the same outcome.
    pub(crate) fn restart(&mut self) {
        if let Some(attempt) = &mut self.attempt {
            attempt.ticks_left = params::ATTEMPT_CYCLES;
        }
    }

    /// `ticks`, no more than [`Self::quiet_ticks`], pass.
    pub(crate) fn pass(&mut self, ticks: u64) {
        if let Some(attempt) = &mut self.attempt {
            attempt.ticks_left -= u32::try_from(ticks).map_or(0, |ticks| ticks.min(attempt.ticks_left - 1));
        }
    }

    /// The attempt and its P-pool: the part that is state.
    fn state(&self) -> Option<(&InFlight, &[PTask])> {
        self.attempt.as_ref().map(|attempt| (attempt, self.p_pool()))
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
        let ticks = 1 + (0..).take_while(|_| engine.count_down().is_none()).count();
        assert_eq!(ticks, params::ATTEMPT_CYCLES as usize);
        assert!(!engine.is_busy());
    }

    #[test]
    fn skipping_stops_before_commit() {
        let mut engine = latched();
        engine.pass(engine.quiet_ticks().unwrap());
        assert_eq!(engine.count_down(), Some(Outcome { second_resources: false, choice: None }));
    }

    #[test]
    fn pools_without_an_attempt_are_not_state() {
        let mut engine = latched();
        engine.pass(engine.quiet_ticks().unwrap());
        engine.pools.p.push(PTask { entry: Default::default(), online_priority: 7 }).unwrap();
        assert_ne!(engine, latched());
        engine.count_down();
        assert_eq!(engine, Engine::idle());
    }
}
