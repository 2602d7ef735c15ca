//! The best of several points, by one or several values; smaller values are better.

use super::space::TunePoint;

/// A point with its values.
type Valued = (TunePoint, Vec<f64>);

/// The best points, at most `most`: those that fewer others dominate come first, then those with the smaller sum of values, then those
/// that change fewer settings.
pub(super) fn best(points: Vec<Valued>, most: usize) -> Vec<TunePoint> {
    let dominating = |values: &[f64]| match values.len() {
        // The values themselves are the order.
        1 => 0,
        _ => points.iter().filter(|(_, other)| dominates(other, values)).count(),
    };
    let mut ranked: Vec<(usize, f64, usize, &TunePoint)> = points
        .iter()
        .map(|(point, values)| (dominating(values), values.iter().sum(), point.changes(), point))
        .collect();
    ranked.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)).then((a.2, a.3).cmp(&(b.2, b.3))));
    ranked.into_iter().take(most).map(|(_, _, _, point)| point.clone()).collect()
}

/// The points that none dominates, by their first value.
pub(super) fn front(points: Vec<Valued>) -> Vec<Valued> {
    let is_free = |(_, values): &&Valued| !points.iter().any(|(_, other)| dominates(other, values));
    let mut front: Vec<Valued> = points.iter().filter(is_free).cloned().collect();
    front.sort_by(|a, b| {
        let order = a.1.iter().zip(&b.1).map(|(a, b)| a.total_cmp(b)).find(|order| order.is_ne());
        order.unwrap_or((a.0.changes(), &a.0).cmp(&(b.0.changes(), &b.0)))
    });
    front.dedup_by(|later, first| later.1 == first.1);
    front
}

/// At most `most` points, evenly from the first to the last.
pub(super) fn spread(front: Vec<Valued>, most: usize) -> Vec<TunePoint> {
    let count = front.len().min(most);
    let place = |index: usize| if count < 2 { 0 } else { index * (front.len() - 1) / (count - 1) };
    (0..count).map(|index| front[place(index)].0.clone()).collect()
}

/// Whether one is nowhere worse than the other, and somewhere better.
fn dominates(one: &[f64], other: &[f64]) -> bool {
    one.iter().zip(other).all(|(one, other)| one <= other)
        && one.iter().zip(other).any(|(one, other)| one < other)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn valued(values: &[[f64; 2]]) -> Vec<Valued> {
        values.iter().enumerate().map(|(at, values)| (TunePoint(vec![at]), values.to_vec())).collect()
    }

    /// (3, 3) is dominated by (2, 2) alone; the sums of the others are 4, 4 and 5.
    #[test]
    fn the_dominated_come_last() {
        let points = valued(&[[3.0, 3.0], [2.0, 2.0], [4.0, 1.0], [0.0, 4.0]]);
        let order: Vec<usize> = best(points, 9).into_iter().map(|point| point.0[0]).collect();
        assert_eq!(order, [1, 3, 2, 0]);
    }

    #[test]
    fn a_front_is_sorted_and_without_equals() {
        let points = valued(&[[3.0, 3.0], [2.0, 2.0], [4.0, 1.0], [2.0, 2.0], [0.0, 4.0]]);
        let order: Vec<usize> = front(points).into_iter().map(|(point, _)| point.0[0]).collect();
        assert_eq!(order, [4, 1, 2]);
    }

    #[test]
    fn a_spread_has_both_ends() {
        let points = valued(&[[0.0, 9.0], [1.0, 8.0], [2.0, 7.0], [3.0, 6.0], [4.0, 5.0]]);
        let order: Vec<usize> = spread(points.clone(), 3).into_iter().map(|point| point.0[0]).collect();
        assert_eq!(order, [0, 2, 4]);
        assert_eq!((spread(points, 9).len(), spread(Vec::new(), 3).len()), (5, 0));
    }
}
