//! Advice after a run: whether one of a few combinations of settings would have ended it earlier.
//!
//! The combinations are the [`PRESETS`], without the settings that the caller, a file or a configuration has made: these stay. Each is
//! tried on the same workload, with the same real times, and no longer than the run took. Advice is for the makespan alone, but never at the
//! cost of the graphs: none is given if they take longer on average, or miss more deadlines. Real times that are drawn are drawn
//! [`REDRAWS`] times more, and the gain has to be there each time.
//!
//! Nothing depends on a clock: the same run gives the same advice.

mod outcome;

use super::presets::PRESETS;
use crate::policy::{self, RunSettings};
use crate::report::Advice;
use crate::run::RunRecord;
use crate::sweep::PolicySetting;
use crate::workload::{ErrorKind, ReadOptions, Workload};
use outcome::Outcome;

/// The least gain of the makespan that is advised, in thousandths: less changes with the next small change of the workload.
pub const ADVISED_PERMILLE: u64 = 10;
/// Advice that was not asked for costs at most so many scheduling attempts and blocks, all runs together: some 50 ms.
pub const UNASKED_MOST: u64 = 25_000;
/// How often other real times are drawn to confirm a gain.
pub const REDRAWS: u64 = 2;
/// The first combination is advised whose makespan is within so many thousandths of the best: later ones have more settings.
const AS_GOOD_PERMILLE: u64 = 2;

/// Gives advice on a run that has ended.
#[derive(Clone, Copy)]
pub struct Adviser<'a> {
    /// What was run.
    pub workload: &'a Workload,
    /// The policies of the caller: key and value.
    pub policies: &'a [(String, String)],
    /// Whether the caller wants it to end.
    pub is_stopped: &'a dyn Fn() -> bool,
}

impl Adviser<'_> {
    /// Returns whether advice on a run costs little: all runs for it together take few attempts and blocks. Real times that are drawn take
    /// runs that confirm the gain.
    #[must_use]
    pub fn is_cheap(&self, ran: &RunRecord, is_drawn: bool) -> bool {
        let attempts: u64 = ran.counters.map_or(0, |counters| counters.attempts.into());
        let confirming = if is_drawn { 2 * REDRAWS } else { 0 };
        let runs = self.combinations().len() as u64 + confirming;
        (self.workload.launches() + attempts).saturating_mul(runs) <= UNASKED_MOST
    }

    /// Tries the combinations. `redraw` returns the workload with the real times of another draw, by its number from 1; none if
    /// real times are not drawn. None: it was stopped, or there is no advice on this run: it is not drained, or has faults.
    ///
    /// # Errors
    /// Those of `redraw`.
    pub fn advise<E>(
        &self,
        ran: &RunRecord,
        redraw: &mut dyn FnMut(u64) -> Result<Option<Workload>, E>,
    ) -> Result<Option<Advice>, E> {
        let Some(base) = Outcome::of(self.workload, ran).filter(|_| self.workload.faults.rates().is_empty())
        else {
            return Ok(None);
        };
        let combinations = self.combinations();
        let mut good = Vec::new();
        for combination in &combinations {
            let outcome = self.outcome(self.workload, combination, Some(ran.end.0));
            good.extend(
                outcome.filter(|outcome| outcome.is_better(&base)).map(|outcome| (combination, outcome)),
            );
        }
        let better = match simplest(&good) {
            Some((settings, outcome)) if self.is_confirmed(settings, redraw)? => {
                Some(outcome.instead_of(&base, settings))
            }
            _ => None,
        };
        let advice = Advice { tried: combinations.len(), better };
        Ok((!(self.is_stopped)()).then_some(advice))
    }

    /// The combinations of settings that are left to choose, each once.
    fn combinations(&self) -> Vec<Vec<PolicySetting>> {
        let settings = RunSettings::of(self.workload, &ReadOptions::default(), ErrorKind::None);
        let mut combinations: Vec<Vec<PolicySetting>> = Vec::new();
        for preset in PRESETS {
            let is_open = |(key, _): &&(&str, &str)| !self.is_fixed(&settings, key);
            let setting =
                |&(key, value): &(&str, &str)| PolicySetting { key: key.to_owned(), value: value.to_owned() };
            let open: Vec<PolicySetting> = preset.iter().filter(is_open).map(setting).collect();
            if !open.is_empty() && !combinations.contains(&open) {
                combinations.push(open);
            }
        }
        combinations
    }

    /// Whether the caller sets a key, or a file sets it to another value than Amos does.
    fn is_fixed(&self, settings: &RunSettings, key: &str) -> bool {
        let usual = policy::get(&RunSettings::default(), key);
        policy::is_set(self.policies, key) || policy::get(settings, key) != usual
    }

    /// Whether the gain is there with other real times, too.
    fn is_confirmed<E>(
        &self,
        settings: &[PolicySetting],
        redraw: &mut dyn FnMut(u64) -> Result<Option<Workload>, E>,
    ) -> Result<bool, E> {
        for draw in 1..=REDRAWS {
            let Some(workload) = redraw(draw)? else { return Ok(true) };
            let Some(base) = self.outcome(&workload, &[], None) else { return Ok(false) };
            let outcome = self.outcome(&workload, settings, Some(base.end));
            if !outcome.is_some_and(|outcome| outcome.is_better(&base)) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// A run under settings, until a cycle if one is given; none if it is not drained by then, or is stopped.
    fn outcome(
        &self,
        workload: &Workload,
        settings: &[PolicySetting],
        until: Option<u64>,
    ) -> Option<Outcome> {
        let mut workload = workload.clone();
        for PolicySetting { key, value } in settings {
            workload.set_policy(key, value).ok()?;
        }
        outcome::run(&workload, until, self.is_stopped)
    }
}

/// The first combination that is nearly as good as the best.
fn simplest<'g>(good: &[(&'g Vec<PolicySetting>, Outcome)]) -> Option<(&'g Vec<PolicySetting>, Outcome)> {
    let best = good.iter().map(|(_, outcome)| outcome.makespan).min()?;
    let is_as_good =
        |makespan: u64| (makespan - best).saturating_mul(1000) <= best.saturating_mul(AS_GOOD_PERMILLE);
    good.iter().find(|(_, outcome)| is_as_good(outcome.makespan)).copied()
}

#[cfg(test)]
mod tests;
