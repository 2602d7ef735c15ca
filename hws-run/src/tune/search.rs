//! The search: screening, successive halving, reverts, held-out runs.
//!
//! 1. The defaults are run with every selection seed.
//! 2. Screening: a few combinations that are often good, and every value of every setting alone.
//! 3. A [`Proposer`] makes points from what is known, a batch at a time, until the budget is spent.
//! 4. Points are compared with the defaults seed by seed. After 1, 3 and 9 seeds, the better third goes on, if it is better than
//!    the defaults at all.
//! 5. Each setting of the best point is reverted alone, if the budget allows; those that do not matter are dropped.
//! 6. The defaults and the result are run with the held-out seeds.
//!
//! A point with a run that is not drained is disqualified. Batches depend on the budget only, not on the number of threads, so a
//! budget in runs gives the same result everywhere.

mod choice;

use std::collections::BTreeSet;

use super::bench::{Proposer, TuneBench, TuneHalt};
use super::front;
use super::plan::{KEPT, TuneBudget, TunePlan, halving};
use super::space::TunePoint;
use super::trials::{Trials, TuneRun};

/// The most points in a batch of proposals.
const BATCH: usize = 9;
/// The value of a disqualified point for the proposer: e¹⁰ times the defaults.
const DISQUALIFIED: f64 = 10.0;

/// What a search has found.
#[derive(Clone, Debug, Default)]
pub struct TuneFound {
    /// Every run.
    pub trials: Trials,
    /// The points that are measured on the held-out seeds: the best one, or the Pareto front, best first objective first; empty if
    /// none is better than the defaults on the selection seeds.
    pub best: Vec<TunePoint>,
    /// The point of whose settings each was reverted.
    pub reverted: Option<TunePoint>,
    /// Whether the search came to its end.
    pub is_complete: bool,
}

/// Searches; what was found before a stop is a result, too.
///
/// # Errors
/// Those of the bench, or defaults that cannot be compared with.
pub fn search<B: TuneBench>(
    plan: &TunePlan,
    bench: &mut B,
    proposer: &mut dyn Proposer,
) -> Result<TuneFound, TuneHalt<B::Error>> {
    let found = TuneFound { trials: Trials::new(plan.workloads.len()), ..TuneFound::default() };
    let mut search = Search { plan, bench, found, runs: 0 };
    match search.all(proposer) {
        Ok(()) => search.found.is_complete = true,
        Err(TuneHalt::Stopped) => (),
        Err(halt) => return Err(halt),
    }
    Ok(search.found)
}

struct Search<'s, B: TuneBench> {
    plan: &'s TunePlan,
    bench: &'s mut B,
    found: TuneFound,
    runs: u64,
}

type Done<B> = Result<(), TuneHalt<<B as TuneBench>::Error>>;

impl<'s, B: TuneBench> Search<'s, B> {
    fn all(&mut self, proposer: &mut dyn Proposer) -> Done<B> {
        self.run_defaults()?;
        if self.plan.budget == TuneBudget::Exhaustive {
            self.try_all()?;
        } else {
            self.screen()?;
            self.follow(proposer)?;
        }
        self.choose()?;
        self.measure()
    }

    fn run_defaults(&mut self) -> Done<B> {
        let defaults = self.plan.space.defaults();
        self.make(std::slice::from_ref(&defaults), &self.plan.seeds)?;
        if let Some((run, problem)) = self.found.trials.problem(&defaults) {
            let (workload, seed, problem) = (run.workload, run.seed, problem.to_owned());
            return Err(TuneHalt::Defaults { workload, seed, problem });
        }
        for (run, row) in self.found.trials.of(&defaults) {
            let mut metrics = self.plan.objectives.iter().flat_map(|objective| objective.metrics());
            if let Some((_, goal)) = metrics.find(|&(metric, _)| row.metrics[metric].is_none()) {
                return Err(TuneHalt::NotMeasured { workload: run.workload, goal: goal.name });
            }
        }
        Ok(())
    }

    fn try_all(&mut self) -> Done<B> {
        let points: Vec<TunePoint> =
            (1..self.plan.space.points()).map(|number| self.plan.space.point(number)).collect();
        self.make(&points, &self.plan.seeds)
    }

    /// Tries what is known to be good, and every single change, as far as half of the budget goes.
    fn screen(&mut self) -> Done<B> {
        let mut singles = self.plan.space.presets();
        singles.extend(self.plan.space.singles());
        let mut seen = BTreeSet::from([self.plan.space.defaults()]);
        singles.retain(|point| seen.insert(point.clone()));
        let rungs = self.plan.rungs();
        let units = self.left();
        let from_second = &rungs[1.min(rungs.len() - 1)..];
        // Three seeds instead of one show which settings matter.
        let rungs = if halving(from_second, singles.len()) <= units * 2 / 5 { from_second } else { &rungs };
        let most = (units / 2).max(halving(rungs, 1).min(units));
        let fits = |&count: &usize| halving(rungs, count) <= most;
        let count = (1..=singles.len()).rev().find(fits).unwrap_or(0);
        self.halve(singles.into_iter().take(count).collect(), rungs)
    }

    /// Tries proposals until the budget is spent or nothing is left to try.
    fn follow(&mut self, proposer: &mut dyn Proposer) -> Done<B> {
        let rungs = self.plan.rungs();
        for batch in 0.. {
            let units = self.left();
            let fits = |&count: &usize| halving(&rungs, count) <= units;
            let Some(count) = (1..=BATCH).rev().find(fits) else { break };
            let points = self.proposals(proposer, batch, count);
            if points.is_empty() {
                break;
            }
            self.halve(points, &rungs)?;
        }
        Ok(())
    }

    /// New points: proposals, or any others when the proposer repeats itself.
    fn proposals(&self, proposer: &mut dyn Proposer, batch: usize, count: usize) -> Vec<TunePoint> {
        let history = self.history(batch);
        let mut known: BTreeSet<TunePoint> = self.found.trials.points().iter().cloned().collect();
        let mut points = Vec::new();
        for _ in 0..count * 10 {
            let point = proposer.propose(&history);
            if points.len() < count && known.insert(point.clone()) {
                points.push(point);
            }
        }
        let missing = count - points.len();
        points.extend(self.plan.space.unknown(&known, missing));
        points
    }

    /// Every point with its value. With several objectives, the batches take turns: each objective alone, then all of them.
    fn history(&self, batch: usize) -> Vec<(TunePoint, f64)> {
        let objectives = self.plan.objectives.len();
        let turn = batch % (objectives + 1);
        let value = |point: &TunePoint| match self.values(point) {
            Some(values) if turn < objectives => values[turn],
            Some(values) => values.iter().sum::<f64>() / objectives as f64,
            None => DISQUALIFIED,
        };
        self.found.trials.points().iter().map(|point| (point.clone(), value(point))).collect()
    }

    /// Successive halving.
    fn halve(&mut self, mut points: Vec<TunePoint>, rungs: &[usize]) -> Done<B> {
        for &rung in rungs {
            self.make(&points, &self.plan.seeds[..rung])?;
            let better = self.better(&points);
            let most = points.len().div_ceil(KEPT);
            points = front::best(better, most);
            if points.is_empty() {
                break;
            }
        }
        Ok(())
    }

    /// The points that are better than the defaults in some objective, with their values.
    fn better(&self, points: &[TunePoint]) -> Vec<(TunePoint, Vec<f64>)> {
        let valued = points.iter().filter_map(|point| Some((point.clone(), self.values(point)?)));
        valued.filter(|(_, values)| values.iter().any(|&value| value < 0.0)).collect()
    }

    /// The mean logarithm of the ratio to the defaults in each objective, over the selection seeds of the point; none if it is
    /// disqualified.
    fn values(&self, point: &TunePoint) -> Option<Vec<f64>> {
        let trials = &self.found.trials;
        let seeds = &self.plan.seeds[..trials.seeds(point, &self.plan.seeds)];
        let defaults = self.plan.space.defaults();
        let value = |objective| {
            let logs = trials.log_ratios(objective, (point, &defaults), seeds, None);
            (!logs.is_empty()).then(|| logs.iter().sum::<f64>() / logs.len() as f64)
        };
        self.plan.objectives.iter().map(value).collect()
    }

    /// Units that are left for the search itself: a part is kept for the reverts and the held-out seeds.
    fn left(&self) -> u64 {
        let unspent = self.unspent();
        let all = unspent + self.runs / self.plan.workloads.len() as u64;
        let settings = self.plan.space.dimensions().len() as u64;
        // The least budget is for one point alone.
        let spare = all.saturating_sub(self.plan.measuring() + 2 * self.plan.seeds.len() as u64);
        let reverts = match self.plan.objectives.len() {
            1 => ((settings + 1) * self.plan.seeds.len() as u64).min(all / 4).min(spare / 2),
            _ => 0,
        };
        unspent.saturating_sub(self.plan.measuring() + reverts)
    }

    /// Units that have not been spent.
    fn unspent(&self) -> u64 {
        let workloads = self.plan.workloads.len() as u64;
        match self.plan.budget {
            TuneBudget::Runs(runs) => runs.saturating_sub(self.runs) / workloads,
            TuneBudget::Seconds(seconds) => {
                let used = self.bench.seconds();
                let each = used / (self.runs / workloads).max(1) as f64;
                ((seconds - used).max(0.0) / each.max(1e-6)) as u64
            }
            TuneBudget::Exhaustive => u64::MAX / 4,
        }
    }

    /// Makes the runs of points with seeds that have not been made. A disqualified point is not run any further.
    fn make(&mut self, points: &[TunePoint], seeds: &[u64]) -> Done<B> {
        let trials = &self.found.trials;
        let mut todo = Vec::new();
        for point in points.iter().filter(|point| trials.problem(point).is_none()) {
            for &seed in seeds {
                let runs = (0..self.plan.workloads.len()).map(|workload| TuneRun {
                    point: point.clone(),
                    workload,
                    seed,
                });
                todo.extend(runs.filter(|run| trials.row(point, run.workload, seed).is_none()));
            }
        }
        let rows = self.bench.make(&todo).map_err(TuneHalt::Failed)?;
        let mut is_stopped = false;
        for (run, row) in todo.into_iter().zip(rows) {
            match row {
                Some(row) => {
                    self.found.trials.add(run, row);
                    self.runs += 1;
                }
                None => is_stopped = true,
            }
        }
        if is_stopped { Err(TuneHalt::Stopped) } else { Ok(()) }
    }
}
