//! Tuning: a search for the settings of some workloads, over the runner and the journal of sweeps.
//!
//! A run has the key of the same run of a sweep, so both may share a folder, and a repeated tuning makes no run again: it takes the
//! same decisions from the journal and continues where it stopped.

mod bench;
mod parzen;
mod request;
mod results;
mod saved_tuning;
mod tune_table;

use std::time::Instant;

use hws_run::run::RunError;
use hws_run::sweep::PolicySetting;
use hws_run::tune::{TuneHalt, TunePlan, TuneReport, TunedMachines, search};

use super::{SweepListener, SweepOptions, SweepStop};
use crate::HostError;
use bench::TuningBench;
use parzen::Parzen;
use request::Source;
use tune_table::TuneTable;

pub use request::{TuneLimit, TuneRequest};

/// A valid tuning.
#[derive(Clone, Debug)]
pub struct Tuning {
    plan: TunePlan,
    sources: Vec<Source>,
}

impl Tuning {
    /// Returns what is tuned.
    #[must_use]
    pub fn plan(&self) -> &TunePlan {
        &self.plan
    }

    /// Searches to the end, or until the caller stops it; with a folder, writes the table of all runs and the recommendation.
    ///
    /// # Errors
    /// A file that cannot be read or written; defaults that do not drain a workload, or that have no value for an objective.
    pub fn make(
        &self,
        options: &SweepOptions<'_>,
        stop: &SweepStop<'_>,
        listener: &mut SweepListener<'_>,
    ) -> Result<TuneReport, HostError> {
        let mut bench = TuningBench::new(self, options, stop, listener)?;
        let mut proposer = Parzen::new(&self.plan.space);
        let found = search(&self.plan, &mut bench, &mut proposer).map_err(|halt| self.halted(halt))?;
        let (journals, keys) = bench.end();
        let mut problem = None;
        let report = TuneReport::new(&self.plan, &found, &mut |settings| {
            self.machine(settings).unwrap_or_else(|error| {
                problem = Some(error);
                TunedMachines::default()
            })
        });
        if let Some(error) = problem {
            return Err(error);
        }
        if let Some(mut journals) = journals {
            let table = TuneTable { tuning: self, found: &found, keys: &keys };
            results::write(&table, &report, &mut journals, options, listener)?;
        }
        Ok(report)
    }

    /// The settings on the machines of the workloads.
    fn machine(&self, settings: &[PolicySetting]) -> Result<TunedMachines, HostError> {
        let mut machine = TunedMachines::default();
        for (name, source) in self.plan.workloads.iter().zip(&self.sources) {
            let pair = (&source.workload(&[])?, &source.workload(settings)?);
            machine.add(name, pair, settings).map_err(|error: RunError| HostError::from(error))?;
        }
        Ok(machine)
    }

    fn halted(&self, halt: TuneHalt<HostError>) -> HostError {
        let name = |workload: usize| &self.plan.workloads[workload];
        match halt {
            TuneHalt::Failed(error) => error,
            // A search that is stopped is a result.
            TuneHalt::Stopped => HostError::request("stopped".to_owned()),
            TuneHalt::Defaults { workload, seed, problem } => HostError::request(format!(
                "{}: not drained with the defaults and seed {seed}, so there is nothing to compare with: {problem}; give settings that \
                 drain it with --policy or --config, or leave it out",
                name(workload)
            )),
            TuneHalt::NotMeasured { workload, goal } => HostError::request(format!(
                "{}: has no value for the objective {goal} (slowdowns are measured up to {} kernels); give another objective",
                name(workload),
                hws_run::report::metrics::MOST_KERNELS
            )),
        }
    }
}

/// Seconds since a moment.
#[derive(Clone, Copy, Debug)]
struct Clock(Instant);

impl Clock {
    fn start() -> Self {
        Self(Instant::now())
    }

    fn seconds(self) -> f64 {
        self.0.elapsed().as_secs_f64()
    }
}
