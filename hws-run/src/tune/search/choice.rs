//! The end of a search: the best point, which of its settings matter, and the held-out runs.

use super::super::bench::TuneBench;
use super::super::change::TuneChange;
use super::super::front;
use super::super::plan::FRONT_MOST;
use super::super::space::TunePoint;
use super::{Done, Search};

impl<'s, B: TuneBench> Search<'s, B> {
    /// Chooses among the points with all selection seeds.
    pub(super) fn choose(&mut self) -> Done<B> {
        let trials = &self.found.trials;
        let is_whole = |point: &&TunePoint| trials.seeds(point, &self.plan.seeds) == self.plan.seeds.len();
        let whole: Vec<TunePoint> = trials.points().iter().filter(is_whole).cloned().collect();
        let better = self.better(&whole);
        if self.plan.objectives.len() > 1 {
            self.found.best = front::spread(front::front(better), FRONT_MOST);
            return Ok(());
        }
        self.found.best = front::best(better, 1);
        match self.found.best.first().cloned() {
            Some(best) => self.revert(best),
            None => Ok(()),
        }
    }

    /// Reverts each setting of a point alone, and drops those that do not matter, with as many seeds as the budget allows.
    fn revert(&mut self, best: TunePoint) -> Done<B> {
        let changed: Vec<usize> = (0..best.0.len()).filter(|&dimension| best.0[dimension] > 0).collect();
        let Some(seeds) = self.seeds_for_reverts(changed.len()) else { return Ok(()) };
        let without: Vec<TunePoint> = changed.iter().map(|&dimension| best.without(dimension)).collect();
        self.make(&without, seeds)?;
        self.found.reverted = Some(best.clone());
        let effects = changed.iter().zip(&without).filter_map(|(&dimension, without)| {
            let change = self.compared(without, &best)?;
            (!change.is_loss()).then_some((change.percent, dimension))
        });
        let mut idle: Vec<(f64, usize)> = effects.collect();
        idle.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        self.simplify(&best, &idle)
    }

    /// Drops all idle settings together. Settings that do the same are idle alone but not together, so otherwise the more harmless half,
    /// and so on.
    fn simplify(&mut self, best: &TunePoint, idle: &[(f64, usize)]) -> Done<B> {
        let mut count = idle.len();
        while count > 0 {
            let simple =
                idle[..count].iter().fold(best.clone(), |point, &(_, dimension)| point.without(dimension));
            let units = self.unspent().saturating_sub(self.plan.measuring());
            if simple.changes() > 0 && units >= self.plan.seeds.len() as u64 {
                self.make(std::slice::from_ref(&simple), &self.plan.seeds)?;
                if self.compared(&simple, best).is_some_and(|change| !change.is_loss()) {
                    self.found.best = vec![simple];
                    return Ok(());
                }
            }
            count /= 2;
        }
        Ok(())
    }

    /// The seeds with which every setting can be reverted; none if there is nothing to learn, or too little budget.
    fn seeds_for_reverts(&self, settings: usize) -> Option<&'s [u64]> {
        let units = self.unspent().saturating_sub(self.plan.measuring());
        let units = units.saturating_sub(self.plan.seeds.len() as u64);
        let most = self.plan.seeds.len();
        let fits = usize::try_from(units / (settings as u64).max(1)).unwrap_or(most).min(most);
        // One seed of several has no interval.
        (settings > 1 && fits >= most.min(2)).then(|| &self.plan.seeds[..fits])
    }

    /// The change from one point to another on the selection seeds of the first; none if it is disqualified.
    fn compared(&self, point: &TunePoint, than: &TunePoint) -> Option<TuneChange> {
        let trials = &self.found.trials;
        let seeds = &self.plan.seeds[..trials.seeds(point, &self.plan.seeds)];
        trials.change(&self.plan.objectives[0], (point, than), seeds, None)
    }

    /// Runs the held-out seeds.
    pub(super) fn measure(&mut self) -> Done<B> {
        if self.found.best.is_empty() {
            return Ok(());
        }
        let points: Vec<TunePoint> =
            [self.plan.space.defaults()].into_iter().chain(self.found.best.iter().cloned()).collect();
        self.make(&points, &self.plan.held_out)
    }
}
