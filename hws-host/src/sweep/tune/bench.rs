//! Executes the runs of a tuning: it reuses the runs of the journal, executes the others on several threads, and keeps them.

use std::collections::BTreeMap;

use hws_run::run::Control;
use hws_run::sweep::{RunKey, SweepOutline, SweepPlan, SweepRow};
use hws_run::tune::{TuneBench, TunePoint, TuneRun};

use super::saved_tuning::SavedTuning;
use super::{Clock, Tuning};
use crate::HostError;
use crate::sweep::journal::KeptRows;
use crate::sweep::journals::Journals;
use crate::sweep::list::{ListedWorkload, SweepList};
use crate::sweep::{SweepListener, SweepNews, SweepOptions, SweepStop, cores, pool};

/// Sweeps by point and workload.
type Plans = BTreeMap<(TunePoint, usize), SweepPlan>;

/// The sweep of a run, and its number in it. The plan of every run is added before, and every seed is one of the tuning.
fn place<'p>(plans: &'p Plans, seeds: &[u64], run: &TuneRun) -> (&'p SweepPlan, usize) {
    let plan = &plans[&(run.point.clone(), run.workload)];
    (plan, seeds.iter().position(|&seed| seed == run.seed).unwrap_or(0))
}

/// What identifies the runs that were made.
pub(super) struct TuneKeys {
    plans: Plans,
    seeds: Vec<u64>,
}

impl TuneKeys {
    pub(super) fn key(&self, run: &TuneRun) -> RunKey {
        let (plan, number) = place(&self.plans, &self.seeds, run);
        plan.key(number)
    }
}

/// The runs of a tuning.
pub(super) struct TuningBench<'b, 'l> {
    tuning: &'b Tuning,
    options: &'b SweepOptions<'b>,
    stop: &'b SweepStop<'b>,
    listener: &'b mut SweepListener<'l>,
    journals: Option<Journals>,
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
        let (journals, kept) = match options.out {
            Some(folder) => {
                let (journals, kept) = Journals::open(folder, options.tables, listener)?;
                SavedTuning::new(tuning, options.tables)?.write(folder)?;
                (Some(journals), kept)
            }
            None => (None, KeptRows::new()),
        };
        let kept = if options.restart { KeptRows::new() } else { kept };
        listener(SweepNews::Begins { kept: 0, journal: journals.as_ref().map(Journals::path) });
        let seeds = tuning.plan.seeds.iter().chain(&tuning.plan.held_out).copied().collect();
        let (is_compared, plans, clock) = (false, BTreeMap::new(), Clock::start());
        Ok(Self { tuning, options, stop, listener, journals, kept, is_compared, plans, seeds, clock })
    }

    /// Tells that there are no more runs. Returns the journals, and what identifies every run.
    pub(super) fn end(self) -> (Option<Journals>, TuneKeys) {
        (self.listener)(SweepNews::Ended);
        (self.journals, TuneKeys { plans: self.plans, seeds: self.seeds })
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

    /// The row of a run in the journal, if its tables have the run, too. The first one is compared with a run: a program can change
    /// without a new version.
    ///
    /// # Errors
    /// Those of the tables.
    fn reuse(&mut self, run: &TuneRun) -> Result<Option<SweepRow>, HostError> {
        let (plan, number) = place(&self.plans, &self.seeds, run);
        let key = plan.key(number);
        let Some(journals) = self.journals.as_mut().filter(|journals| journals.has_tables(key)) else {
            return Ok(None);
        };
        let Some(row) = self.kept.get(&key.to_string()).map(|kept| kept.row.clone()) else { return Ok(None) };
        if !self.is_compared {
            let is_asked = || (self.stop.is_asked)();
            let control = Control { stop: Some(&is_asked), progress: None };
            let Some(again) = plan.made_under(number, self.options.tables, &control) else { return Ok(None) };
            self.is_compared = true;
            if again.row != row || !journals.have_same_tables(key, &again)? {
                (self.listener)(SweepNews::OtherBuild);
                self.kept.clear();
                return Ok(None);
            }
        }
        (self.listener)(SweepNews::Made);
        Ok(Some(row))
    }
}

impl TuneBench for TuningBench<'_, '_> {
    type Error = HostError;

    fn make(&mut self, runs: &[TuneRun]) -> Result<Vec<Option<SweepRow>>, HostError> {
        for run in runs {
            self.add_plan(run)?;
        }
        let mut rows: Vec<Option<SweepRow>> =
            runs.iter().map(|run| self.reuse(run)).collect::<Result<_, _>>()?;
        let todo: Vec<usize> = (0..runs.len()).filter(|&run| rows[run].is_none()).collect();
        let Self { stop, journals, listener, plans, seeds, .. } = self;
        let place = |run: usize| place(plans, seeds, &runs[run]);
        let is_asked = stop.is_asked;
        let tables = self.options.tables;
        let make = |run| {
            let (plan, number) = place(run);
            plan.made_under(number, tables, &Control { stop: Some(&is_asked), progress: None })
        };
        let names = &self.tuning.plan.workloads;
        pool::make(&todo, cores(self.options.jobs), is_asked, stop.look, &make, |run, made| {
            // A stopped run is repeated next time.
            let Some(made) = made else { return Ok(()) };
            if let Some(journals) = journals {
                let (plan, number) = place(run);
                let line = line(plan.outline(), number, &names[runs[run].workload], &made.row);
                journals.add(plan.key(number), &line, &made)?;
            }
            rows[run] = Some(made.row);
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
