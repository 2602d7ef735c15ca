//! How long a tuning may take: `400` runs, `5m` minutes.

use hws_input::counted;
use hws_run::sweep::{RUNS_MOST, SweepError};
use hws_run::tune::{TuneBudget, TunePlan};

use super::argument;
use crate::HostError;

/// How long a tuning may take.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub enum TuneLimit {
    /// As many runs as usual for each workload.
    #[default]
    Usual,
    /// A number of runs of all workloads.
    Runs(u64),
    /// A number of minutes; what is tried depends on the machine.
    Minutes(f64),
    /// Every point of the space.
    Exhaustive,
}

impl TuneLimit {
    /// Reads a number of runs, or of minutes with an `m` behind it.
    ///
    /// # Errors
    /// The remedy.
    pub fn parse(text: &str) -> Result<Self, String> {
        let wrong = || {
            format!("`{text}` is not a budget; give a number of runs such as 400, or of minutes such as 5m")
        };
        match text.strip_suffix('m') {
            Some(minutes) => {
                let minutes =
                    minutes.trim().parse().ok().filter(|minutes: &f64| minutes.is_finite() && *minutes > 0.0);
                minutes.map(Self::Minutes).ok_or_else(wrong)
            }
            None => match text.parse() {
                Ok(runs) if runs > 0 => Ok(Self::Runs(runs)),
                _ => Err(wrong()),
            },
        }
    }
}

/// Refuses a budget that compares nothing, and an exhaustive search that has no end.
pub(super) fn check(plan: &TunePlan) -> Result<(), HostError> {
    match plan.budget {
        TuneBudget::Runs(runs) if runs < plan.least_runs() => {
            let message = format!(
                "{runs} is too few to compare anything; give at least {}: the defaults and another setting, with {} to choose and {} held \
                 out, on every workload",
                plan.least_runs(),
                counted(plan.seeds.len(), "seed"),
                plan.held_out.len(),
            );
            Err(argument("budget", message))
        }
        TuneBudget::Exhaustive => {
            let seeds = (plan.seeds.len() + plan.held_out.len()) as u128;
            let runs = plan.space.points().saturating_mul(seeds).saturating_mul(plan.workloads.len() as u128);
            match runs > RUNS_MOST {
                true => {
                    let error = SweepError::TooManyRuns { runs, most: RUNS_MOST };
                    let message = format!("{error}, or restrict the space with --only and --set");
                    Err(HostError::argument("exhaustive", message))
                }
                false => Ok(()),
            }
        }
        TuneBudget::Runs(_) | TuneBudget::Seconds(_) => Ok(()),
    }
}
