//! The end of a search: the best point, which of its settings matter, and the held-out runs.

use super::super::bench::{TuneBench, TuneHalt};
use super::super::change::{LEAST_GAIN, TuneChange};
use super::super::front;
use super::super::plan::FRONT_MOST;
use super::super::space::TunePoint;
use super::{Done, Search};

/// A setting is idle if the point loses no more of its gain without it.
const SMALL_PART: f64 = 0.1;

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

    /// Reverts each setting of a point alone, as far as the budget goes, and drops those that do not matter.
    fn revert(&mut self, best: TunePoint) -> Done<B> {
        let changed: Vec<usize> = (0..best.0.len()).filter(|&dimension| best.0[dimension] > 0).collect();
        if let Some(seeds) = self.seeds_for_reverts(changed.len()) {
            let without: Vec<TunePoint> = changed.iter().map(|&dimension| best.without(dimension)).collect();
            self.make(&without, seeds)?;
            self.found.reverted = Some(best.clone());
        }
        let seeds = self.seeds_for_drops(changed.len());
        if changed.len() > 1 && !seeds.is_empty() {
            let suspects = self.suspects(&best, changed);
            let pruned = Pruning { best: &best, seeds }.prune(self, suspects)?;
            self.found.best = vec![pruned];
        }
        Ok(())
    }

    /// The settings of a point that may be idle, the most harmless first: those that were not seen to matter when they were reverted; if
    /// they were not reverted, all of them, those that did the least alone first.
    fn suspects(&self, best: &TunePoint, changed: Vec<usize>) -> Vec<usize> {
        let defaults = self.plan.space.defaults();
        let harm = |&dimension: &usize| {
            if self.found.reverted.is_some() {
                let change = self.compared(&best.without(dimension), best)?;
                return self.is_harmless(&change, best).then_some((change.percent, dimension));
            }
            let alone = self.compared(&self.plan.space.single(dimension, best.0[dimension]), &defaults);
            Some((alone.map_or(0.0, |change| -change.percent), dimension))
        };
        let mut suspects: Vec<(f64, usize)> = changed.iter().filter_map(harm).collect();
        suspects.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        suspects.into_iter().map(|(_, dimension)| dimension).collect()
    }

    /// Whether a deterioration of the best point is within noise, and costs at most a small part of its gain.
    fn is_harmless(&self, change: &TuneChange, best: &TunePoint) -> bool {
        let gain = self.compared(best, &self.plan.space.defaults()).map_or(0.0, |gain| -gain.percent);
        !change.is_loss() && change.percent <= LEAST_GAIN.max(gain * SMALL_PART)
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

    /// The seeds on which drops are tried: all, or as many as leave a drop for every other setting.
    fn seeds_for_drops(&self, settings: usize) -> &'s [u64] {
        let units =
            usize::try_from(self.unspent().saturating_sub(self.plan.measuring())).unwrap_or(usize::MAX);
        let most = self.plan.seeds.len();
        let each = units / settings.div_ceil(2).max(1);
        &self.plan.seeds[..each.max(1).min(most).min(units)]
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

/// The removal of idle settings from the best point.
struct Pruning<'p> {
    best: &'p TunePoint,
    seeds: &'p [u64],
}

impl Pruning<'_> {
    /// Drops all suspects together; where that is worse than the best point, each half by itself, and so on: settings that do the same are
    /// idle alone but not together. What the budget does not reach stays.
    fn prune<B: TuneBench>(
        &self,
        search: &mut Search<'_, B>,
        suspects: Vec<usize>,
    ) -> Result<TunePoint, TuneHalt<B::Error>> {
        let mut point = self.best.clone();
        let mut groups = vec![suspects];
        while let Some(mut group) = groups.pop() {
            let simpler = group.iter().fold(point.clone(), |point, &dimension| point.without(dimension));
            if group.is_empty() || !self.fits(search) {
                continue;
            }
            if simpler.changes() > 0 {
                search.make(std::slice::from_ref(&simpler), self.seeds)?;
                let change = search.compared(&simpler, self.best);
                if change.is_some_and(|change| search.is_harmless(&change, self.best)) {
                    point = simpler;
                    continue;
                }
            }
            if group.len() > 1 {
                let harmful = group.split_off(group.len().div_ceil(2));
                groups.extend([harmful, group]);
            }
        }
        Ok(point)
    }

    /// Whether the budget has another point.
    fn fits<B: TuneBench>(&self, search: &Search<'_, B>) -> bool {
        search.unspent() >= search.plan.measuring() + self.seeds.len() as u64
    }
}
