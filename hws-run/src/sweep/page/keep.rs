//! What a page of many runs omits, so that it stays a few megabytes: it chooses the combinations, and the seeds whose single runs it shows.
//!
//! Means, intervals, effects and ranks are those of all runs, whatever is left out. The page states what it has.

/// Most combinations: more lines cannot be told apart.
const COMBINATIONS: usize = 4000;
/// Most combinations times metrics.
const COMBINATION_CELLS: usize = 60_000;
/// Most runs times metrics.
const RUN_CELLS: usize = 300_000;

/// Returns the combinations to keep, ascending: all, or the better half of those that fit and, of the others, every n-th in the order
/// of `ranked`; and those in `always`.
pub(super) fn combinations(ranked: &[usize], always: &[usize], metrics: usize) -> Vec<usize> {
    let most = (COMBINATION_CELLS / metrics.max(1)).clamp(2, COMBINATIONS);
    let mut kept: Vec<usize> = if ranked.len() <= most {
        ranked.to_vec()
    } else {
        let (best, others) = ranked.split_at(most / 2);
        let sample = evenly(others.len(), most - best.len()).map(|place| others[place]);
        best.iter().copied().chain(sample).chain(always.iter().copied()).collect()
    };
    kept.sort_unstable();
    kept.dedup();
    kept
}

/// Returns the places of the seeds whose runs are kept, ascending and at equal distances.
pub(super) fn seeds(seeds: usize, combinations: usize, metrics: usize) -> Vec<usize> {
    let most = (RUN_CELLS / (metrics * combinations).max(1)).max(1);
    evenly(seeds, most.min(seeds)).collect()
}

/// Returns the items at these places, which are ascending.
pub(super) fn only<T>(items: Vec<T>, places: &[usize]) -> Vec<T> {
    let mut places = places.iter().peekable();
    let kept = items.into_iter().enumerate().filter(|(place, _)| places.next_if_eq(&place).is_some());
    kept.map(|(_, item)| item).collect()
}

/// Returns `most` of the places below `count`, at equal distances from the first one on.
fn evenly(count: usize, most: usize) -> impl Iterator<Item = usize> {
    (0..most).map(move |place| place * count / most)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_are_kept_whole() {
        assert_eq!(combinations(&[2, 0, 1], &[0], 40), [0, 1, 2]);
        assert_eq!(seeds(20, 9, 40), (0..20).collect::<Vec<_>>());
        assert_eq!(seeds(1, 1, 0), [0]);
    }

    #[test]
    fn of_many_the_better_half_and_a_sample_are_kept() {
        // With 6000 metrics, ten combinations fit.
        let ranked: Vec<usize> = (0..105).rev().collect();
        let kept = combinations(&ranked, &[7], 6000);
        // The five best are 104 to 100; of the hundred others, every twentieth.
        assert_eq!(kept, [7, 19, 39, 59, 79, 99, 100, 101, 102, 103, 104]);
    }

    #[test]
    fn of_many_seeds_those_at_equal_distances_are_kept() {
        // 100 metrics of 100 combinations: 30 seeds fit.
        assert_eq!(seeds(90, 100, 100), (0..30).map(|seed| 3 * seed).collect::<Vec<_>>());
        assert_eq!(seeds(90, 100_000, 100), [0], "never none");
    }
}
