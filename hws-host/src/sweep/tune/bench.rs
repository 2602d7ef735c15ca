//! Makes the runs of a tuning: those of the journal are reused, the others are made on several threads and kept.

use std::collections::BTreeMap;

use hws_run::run::Control;
use hws_run::sweep::{SweepOutline, SweepPlan, SweepRow};
use hws_run::tune::{TuneBench, TunePoint, TuneRun};

use super::{Clock, Tuning};
use crate::HostError;
use crate::sweep::journal::{Journal, KeptRows};
use crate::sweep::list::{ListedWorkload, SweepList};
use crate::sweep::{SweepListener, SweepNews, SweepOptions, SweepStop, cores, pool};

/// Sweeps by point and workload.
type Plans = BTreeMap<(TunePoint, usize), SweepPlan>;

/// The sweep of a run, and its number in it. The plan of every run is added before, and every seed is one of the tuning.
fn place<'p>(plans: &'p Plans, seeds: &[u64], run: &TuneRun) -> (&'p SweepPlan, usize) {
    let plan = &plans[&(run.point.clone(), run.workload)];
    (plan, seeds.iter().position(|&seed| seed == run.seed).unwrap_or(0))
}

/// The runs of a tuning.
pub(super) struct TuningBench<'b, 'l> {
    tuning: &'b Tuning,
    options: &'b SweepOptions<'b>,
    stop: &'b SweepStop<'b>,
    listener: &'b mut SweepListener<'l>,
    journal: Option<Journal>,
    kept: KeptRows,
    /// Whether a kept row has been compared with a run of this program.
    is_compared: bool,
    plans: Plans,
    /// Selection and held-out seeds.
    seeds: Vec<u64>,
    clock: Clock,
}

impl<'b, 'l> TuningBench<'b, 'l> {
    /// Opens the journal.
    ///
    /// # Errors
    /// A journal that another program uses or that is not one.
    pub(super) fn new(
        tuning: &'b Tuning,
        options: &'b SweepOptions<'b>,
        stop: &'b SweepStop<'b>,
        listener: &'b mut SweepListener<'l>,
    ) -> Result<Self, HostError> {
        let (journal, kept) = match options.out {
            Some(folder) => {
                let (journal, kept) = Journal::open(folder)?;
                if kept.is_repaired {
                    listener(SweepNews::Repaired { journal: journal.path() });
                }
                (Some(journal), kept.rows)
            }
            None => (None, KeptRows::new()),
        };
        let kept = if options.restart { KeptRows::new() } else { kept };
        listener(SweepNews::Begins { kept: 0, journal: journal.as_ref().map(Journal::path) });
        let seeds = tuning.plan.seeds.iter().chain(&tuning.plan.held_out).copied().collect();
        let (is_compared, plans, clock) = (false, BTreeMap::new(), Clock::start());
        Ok(Self { tuning, options, stop, listener, journal, kept, is_compared, plans, seeds, clock })
    }

    /// Tells that there are no more runs.
    pub(super) fn end(self) {
        (self.listener)(SweepNews::Ended);
    }

    /// Validates the settings of a point for a workload, once.
    fn add_plan(&mut self, run: &TuneRun) -> Result<(), HostError> {
        let name = (run.point.clone(), run.workload);
        if !self.plans.contains_key(&name) {
            let settings = self.tuning.plan.space.settings(&run.point);
            let plan = self.tuning.sources[run.workload].plan(&settings, &self.seeds)?;
            self.plans.insert(name, plan);
        }
        Ok(())
    }

    /// The row of a run in the journal. The first one is compared with a run: a program can change without a new version.
    fn reuse(&mut self, run: &TuneRun) -> Option<SweepRow> {
        let (plan, number) = place(&self.plans, &self.seeds, run);
        let key = plan.outline().key(number).to_string();
        let row = self.kept.get(&key)?.row.clone();
        if !self.is_compared {
            let is_asked = || (self.stop.is_asked)();
            let again = plan.row_under(number, &Control { stop: Some(&is_asked), progress: None })?;
            self.is_compared = true;
            if again != row {
                (self.listener)(SweepNews::OtherBuild);
                self.kept.clear();
                return None;
            }
        }
        (self.listener)(SweepNews::Made);
        Some(row)
    }
}

impl TuneBench for TuningBench<'_, '_> {
    type Error = HostError;

    fn make(&mut self, runs: &[TuneRun]) -> Result<Vec<Option<SweepRow>>, HostError> {
        for run in runs {
            self.add_plan(run)?;
        }
        let mut rows: Vec<Option<SweepRow>> = runs.iter().map(|run| self.reuse(run)).collect();
        let todo: Vec<usize> = (0..runs.len()).filter(|&run| rows[run].is_none()).collect();
        let Self { stop, journal, listener, plans, seeds, .. } = self;
        let place = |run: usize| place(plans, seeds, &runs[run]);
        let is_asked = stop.is_asked;
        let make = |run| {
            let (plan, number) = place(run);
            plan.row_under(number, &Control { stop: Some(&is_asked), progress: None })
        };
        let names = &self.tuning.plan.workloads;
        pool::make(&todo, cores(self.options.jobs), is_asked, stop.look, &make, |run, row| {
            // A stopped run is repeated next time.
            let Some(row) = row else { return Ok(()) };
            if let Some(journal) = journal {
                let (plan, number) = place(run);
                journal.add(&line(plan.outline(), number, &names[runs[run].workload], &row))?;
            }
            rows[run] = Some(row);
            listener(SweepNews::Made);
            Ok::<(), HostError>(())
        })?;
        Ok(rows)
    }

    fn seconds(&self) -> f64 {
        self.clock.seconds()
    }
}

/// The row of a run as a line of the journal, as a sweep of the workload writes it.
fn line(outline: &SweepOutline, number: usize, workload: &str, row: &SweepRow) -> String {
    let part = ListedWorkload { name: workload.to_owned(), outline: outline.clone() };
    SweepList::new(vec![part]).line(number, row)
}
