//! What is tuned, over which seeds, at which cost.
//!
//! A unit is a point with one seed on every workload. Selection seeds choose the settings; held-out seeds, none of which takes
//! part in any choice, measure the gain.

use super::objective::Objective;
use super::space::TuneSpace;

/// The first held-out seed; selection seeds are below.
pub const HELD_OUT_FIRST: u64 = 1_000_000;
/// Selection and held-out seeds when the budget does not ask for fewer.
const SEEDS: [u64; 2] = [9, 16];
/// Runs for each workload when no budget is given.
pub const DEFAULT_BUDGET: u64 = 400;
/// At most this many points of a Pareto front are measured on the held-out seeds.
pub(super) const FRONT_MOST: usize = 5;

/// How long a tuning may take.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum TuneBudget {
    /// This many runs, including those that are taken from a journal.
    Runs(u64),
    /// About this many seconds; what is tried depends on the machine.
    Seconds(f64),
    /// Every point of the space with all seeds.
    Exhaustive,
}

/// A tuning.
#[derive(Clone, PartialEq, Debug)]
pub struct TunePlan {
    /// The names of the workloads.
    pub workloads: Vec<String>,
    /// The settings and values.
    pub space: TuneSpace,
    /// What is minimised; with several, the result is a Pareto front.
    pub objectives: Vec<Objective>,
    /// The seeds that choose, each at most once.
    pub seeds: Vec<u64>,
    /// The seeds that measure, each at most once, none of them in `seeds`; empty if the runs do not depend on seeds.
    pub held_out: Vec<u64>,
    /// How long it may take.
    pub budget: TuneBudget,
}

impl TunePlan {
    /// Returns the numbers of selection and held-out seeds that suit a budget in units.
    #[must_use]
    pub fn usual_seeds(budget: TuneBudget, workloads: usize, objectives: usize) -> [u64; 2] {
        match budget {
            TuneBudget::Runs(runs) => {
                let units = runs / workloads.max(1) as u64;
                let measured = if objectives > 1 { 32 } else { 8 };
                [(units / 16).clamp(1, SEEDS[0]), (units / measured).clamp(2, SEEDS[1])]
            }
            TuneBudget::Seconds(_) | TuneBudget::Exhaustive => SEEDS,
        }
    }

    /// Returns the least number of runs that compares anything: the defaults and another point with all seeds.
    #[must_use]
    pub fn least_runs(&self) -> u64 {
        (2 * self.seeds.len() as u64 + self.measuring()) * self.workloads.len() as u64
    }

    /// The units of the held-out runs: the defaults and each recommendation.
    pub(super) fn measuring(&self) -> u64 {
        let points = if self.objectives.len() > 1 { FRONT_MOST } else { 1 };
        ((1 + points) * self.held_out.len()) as u64
    }

    /// The numbers of seeds after which the better third of the points goes on.
    pub(super) fn rungs(&self) -> Vec<usize> {
        let most = self.seeds.len();
        let mut rungs: Vec<usize> =
            std::iter::successors(Some(1), |rung| Some(rung * 3)).take_while(|&rung| rung < most).collect();
        rungs.push(most);
        rungs
    }
}

/// The units of successive halving from `first` seeds on, for so many points.
pub(super) fn halving(rungs: &[usize], points: usize) -> u64 {
    let mut live = points;
    let mut before = 0;
    let mut units = 0;
    for &rung in rungs {
        units += live * (rung - before);
        (live, before) = (live.div_ceil(KEPT), rung);
    }
    units as u64
}

/// One of so many points goes on.
pub(super) const KEPT: usize = 3;
