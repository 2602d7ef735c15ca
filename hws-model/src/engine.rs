//! The attempt in flight: decided at LATCH, carried out at COMMIT (scheduler.md §3).

use hws_regs::params;

use crate::decision::Decision;

/// At most one attempt.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Engine {
    attempt: Option<Attempt>,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Attempt {
    /// Ticks until COMMIT, at least 1.
    ticks_left: u32,
    decision: Decision,
}

impl Engine {
    pub(crate) const fn idle() -> Self {
        Self { attempt: None }
    }

    pub(crate) const fn is_busy(&self) -> bool {
        self.attempt.is_some()
    }

    /// The decision of the attempt in flight.
    pub(crate) fn decision(&self) -> Option<&Decision> {
        self.attempt.as_ref().map(|attempt| &attempt.decision)
    }

    /// LATCH: the decision is carried out exactly ATTEMPT_CYCLES ticks later.
    pub(crate) fn latch(&mut self, decision: Decision) {
        self.attempt = Some(Attempt { ticks_left: params::ATTEMPT_CYCLES, decision });
    }

    /// One tick; gives the decision when it is time for COMMIT.
    pub(crate) fn count_down(&mut self) -> Option<Decision> {
        let attempt = self.attempt.as_mut()?;
        if attempt.ticks_left > 1 {
            attempt.ticks_left -= 1;
            return None;
        }
        self.attempt.take().map(|attempt| attempt.decision)
    }

    /// Ticks that can pass before the one of COMMIT; `None` without an attempt.
    pub(crate) fn quiet_ticks(&self) -> Option<u64> {
        self.attempt.as_ref().map(|attempt| u64::from(attempt.ticks_left) - 1)
    }

    /// `ticks`, no more than [`Self::quiet_ticks`], pass.
    pub(crate) fn pass(&mut self, ticks: u64) {
        if let Some(attempt) = &mut self.attempt {
            attempt.ticks_left -= u32::try_from(ticks).map_or(0, |ticks| ticks.min(attempt.ticks_left - 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entry_list::EntryList;

    fn nothing() -> Decision {
        Decision { second_resources: false, p_pool: EntryList::new(), choice: None }
    }

    #[test]
    fn commit_comes_exactly_attempt_cycles_after_latch() {
        let mut engine = Engine::idle();
        engine.latch(nothing());
        assert_eq!(engine.quiet_ticks(), Some(u64::from(params::ATTEMPT_CYCLES) - 1));
        let ticks = 1 + (0..).take_while(|_| engine.count_down().is_none()).count();
        assert_eq!(ticks, params::ATTEMPT_CYCLES as usize);
        assert!(!engine.is_busy());
    }

    #[test]
    fn skipping_stops_before_commit() {
        let mut engine = Engine::idle();
        engine.latch(nothing());
        engine.pass(engine.quiet_ticks().unwrap());
        assert_eq!(engine.count_down(), Some(nothing()));
    }
}
