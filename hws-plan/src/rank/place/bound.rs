//! Lower bounds of the makespan.

use std::cmp::Reverse;

use super::instance::Instance;

/// Most tasks for which every window is tried.
const WINDOWS_MOST: usize = 256;

/// Returns a time that no schedule can beat. With the lowest cost of each task and without communication, which a common
/// processor can avoid: the longest path, and for windows of a schedule the work that lies in them whatever is done, divided by the
/// number of processors (after Fernandez and Bussell, 1973).
///
/// A window begins `a` after the start and closes `b` before the end; the tasks whose longest path before them takes at least `a`, and
/// after them at least `b`, run in it. Up to 256 tasks all such windows count, beyond that those with `a` or `b` 0.
pub(in crate::rank) fn lower_bound(instance: &Instance) -> i64 {
    let cost = instance.least_costs();
    let silent = instance.without_communication();
    let tails = minus(&silent.upward(&cost), &cost);
    let heads = minus(&silent.reversed().upward(&cost), &cost);
    let longest = (0..instance.len()).map(|task| heads[task] + cost[task] + tails[task]).max().unwrap_or(0);
    let windows = Windows { cost: &cost, processors: instance.processors };
    let loads = if instance.len() <= WINDOWS_MOST {
        windows.all(&heads, &tails)
    } else {
        windows.of(&heads, &tails, 0).max(windows.of(&tails, &heads, 0))
    };
    longest.max(loads)
}

fn minus(path: &[i64], cost: &[i64]) -> Vec<i64> {
    path.iter().zip(cost).map(|(path, cost)| path - cost).collect()
}

struct Windows<'a> {
    cost: &'a [i64],
    processors: usize,
}

impl Windows<'_> {
    fn all(&self, heads: &[i64], tails: &[i64]) -> i64 {
        heads.iter().map(|&from| self.of(heads, tails, from)).max().unwrap_or(0)
    }

    /// The bound of the windows that begin at `from`.
    fn of(&self, heads: &[i64], tails: &[i64], from: i64) -> i64 {
        let mut tasks: Vec<usize> = (0..heads.len()).filter(|&task| heads[task] >= from).collect();
        tasks.sort_unstable_by_key(|&task| Reverse(tails[task]));
        let mut work = 0i128;
        let lengths = tasks.iter().map(|&task| {
            work += i128::from(self.cost[task]);
            let shared = (work + self.processors as i128 - 1) / self.processors as i128;
            // Not more than the sum of all costs, which fits.
            from + i64::try_from(shared).unwrap_or(i64::MAX - from) + tails[task]
        });
        lengths.max().unwrap_or(0)
    }
}
