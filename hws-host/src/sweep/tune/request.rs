//! What a tuning is made of, before it is checked.

mod limit;
mod source;
mod space;

use std::num::NonZeroUsize;

use hws_run::run::Control;
use hws_run::sweep::{Axis, Seeds};
use hws_run::tune::{HELD_OUT_FIRST, Objective, TuneBudget, TunePlan};
use hws_run::workload::{ErrorKind, Inputs};

use super::{Clock, Tuning};
use crate::HostError;
use crate::sweep::cores;

pub use limit::TuneLimit;
pub(super) use source::Source;

/// A tuning as it is described.
#[derive(Clone, Debug, Default)]
pub struct TuneRequest {
    /// The workloads with their names, without real times.
    pub workloads: Vec<(String, Inputs)>,
    /// Settings and values that replace those of the default space, or are added to it.
    pub axes: Vec<Axis>,
    /// Leave out the default space.
    pub only_axes: bool,
    /// What is minimised.
    pub objectives: Vec<Objective>,
    /// The seeds that choose; by default as many as suit the budget.
    pub seeds: Option<Seeds>,
    /// The number of seeds that measure, at least 2; by default as many as suit the budget.
    pub held_out: Option<u64>,
    /// How real times differ from estimates; by default as in each workload, or else `low`.
    pub error_kind: Option<ErrorKind>,
    /// How long the tuning may take.
    pub limit: TuneLimit,
    /// The number of threads; by default one per core.
    pub jobs: Option<NonZeroUsize>,
}

impl TuneRequest {
    /// Reads the workloads and checks every value. A budget in time makes one run of each workload to see how long it takes, until
    /// `is_stopped`.
    ///
    /// # Errors
    /// A workload that cannot be read or is given twice, an illegal setting, seeds that are also held out, a budget that is too small.
    pub fn plan(&self, is_stopped: &dyn Fn() -> bool) -> Result<Tuning, HostError> {
        self.only_once()?;
        let sources: Vec<Source> =
            self.workloads.iter().map(|(_, inputs)| self.source(inputs)).collect::<Result<_, _>>()?;
        let budget = self.budget();
        let is_random = sources.iter().any(Source::is_random);
        let (seeds, held_out) = match is_random {
            true => self.seeds(self.sizing(budget, &sources, is_stopped))?,
            false => (vec![self.first_seed()], Vec::new()),
        };
        let plan = TunePlan {
            workloads: self.workloads.iter().map(|(name, _)| name.clone()).collect(),
            space: space::space(self, &sources)?,
            objectives: self.objectives.clone(),
            seeds,
            held_out,
            budget,
        };
        limit::check(&plan)?;
        Ok(Tuning { plan, sources })
    }

    fn only_once(&self) -> Result<(), HostError> {
        let names: Vec<&str> = self.workloads.iter().map(|(name, _)| name.as_str()).collect();
        match names.iter().enumerate().find(|(at, name)| names[..*at].contains(name)) {
            Some((_, name)) => Err(HostError::request(format!(
                "workload `{name}` is given twice; give each workload once; A+B lets two share the machine"
            ))),
            None => Ok(()),
        }
    }

    fn source(&self, inputs: &Inputs) -> Result<Source, HostError> {
        Source::new(&Inputs { error_kind: self.error_kind.or(inputs.error_kind), ..inputs.clone() })
    }

    fn budget(&self) -> TuneBudget {
        let runs = hws_run::tune::DEFAULT_BUDGET * self.workloads.len() as u64;
        match self.limit {
            TuneLimit::Usual => TuneBudget::Runs(runs),
            TuneLimit::Runs(runs) => TuneBudget::Runs(runs),
            TuneLimit::Minutes(minutes) => TuneBudget::Seconds(minutes * 60.0),
            TuneLimit::Exhaustive => TuneBudget::Exhaustive,
        }
    }

    /// A budget in runs like this one, which determines the numbers of seeds.
    fn sizing(&self, budget: TuneBudget, sources: &[Source], is_stopped: &dyn Fn() -> bool) -> TuneBudget {
        let TuneBudget::Seconds(seconds) = budget else { return budget };
        let clock = Clock::start();
        let control = Control { stop: Some(is_stopped), progress: None };
        for source in sources {
            // Only its time matters, and a workload that cannot be run is reported by the search.
            let _ = source.plan(&[], &[self.first_seed()]).map(|plan| plan.row_under(0, &control));
        }
        let runs = seconds * cores(self.jobs) as f64 * sources.len() as f64 / clock.seconds().max(1e-6);
        TuneBudget::Runs(runs as u64)
    }

    fn first_seed(&self) -> u64 {
        self.seeds.as_ref().and_then(|seeds| seeds.as_slice().first().copied()).unwrap_or(0)
    }

    /// The seeds that choose, and those that measure.
    fn seeds(&self, sizing: TuneBudget) -> Result<(Vec<u64>, Vec<u64>), HostError> {
        let [choose, measure] = TunePlan::usual_seeds(sizing, self.workloads.len(), self.objectives.len());
        let seeds = match &self.seeds {
            Some(seeds) => seeds.as_slice().to_vec(),
            None => (0..choose).collect(),
        };
        if let Some(seed) = seeds.iter().find(|&&seed| seed >= HELD_OUT_FIRST) {
            return Err(argument(
                "seeds",
                format!("{seed} may be held out; give seeds below {HELD_OUT_FIRST}"),
            ));
        }
        let held_out = self.held_out.unwrap_or(measure);
        Ok((seeds, (HELD_OUT_FIRST..HELD_OUT_FIRST + held_out).collect()))
    }
}

fn argument(name: &'static str, message: String) -> HostError {
    HostError::argument(name, message)
}
