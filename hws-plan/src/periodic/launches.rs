//! The split of the iterations among the launches (N5).

use std::ops::RangeInclusive;

/// Returns the split that ends first, where H - 1 launches run x iterations each and the last one the rest; among
/// equals, the smallest x. `main` and `last` are the exact totals, which never fall as iterations grow.
pub(super) fn split(
    iterations: i64,
    others: i64,
    main: impl Fn(i64) -> i128,
    last: impl Fn(i64) -> i128,
) -> (i64, i64) {
    let rest = |x: i64| iterations - others * x;
    let most = iterations / others;
    // While the main launches are shorter than the last one, the last one decides; from then on, the main ones do.
    let even = first(0..=most, |x| main(x) >= last(rest(x)));
    let decided_by_last = even.map_or(most, |x| x - 1);
    let later = even.map(&main);
    let earlier = (decided_by_last >= 0).then(|| last(rest(decided_by_last)));
    let x = match (earlier, later) {
        (Some(earlier), Some(later)) if later < earlier => even,
        (Some(earlier), _) => first(0..=decided_by_last, |x| last(rest(x)) <= earlier),
        (None, _) => even,
    };
    let x = x.unwrap_or(0);
    (x, rest(x))
}

/// Returns the first of a range for which `holds` is true; it stays true from there on.
pub(super) fn first(range: RangeInclusive<i64>, holds: impl Fn(i64) -> bool) -> Option<i64> {
    let (mut from, mut to) = (*range.start(), range.end() + 1);
    while from < to {
        let middle = from + (to - from) / 2;
        if holds(middle) {
            to = middle;
        } else {
            from = middle + 1;
        }
    }
    range.contains(&from).then_some(from)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::split;

    proptest! {
        /// Totals that never fall, with level stretches, against a walk over every x.
        #[test]
        fn the_split_is_the_first_of_the_best(
            main in prop::collection::vec(0..3i128, 41),
            last in prop::collection::vec(0..3i128, 41),
            iterations in 1..40i64,
            others in 1..5i64,
            unit in (1..4i128, 1..4i128),
        ) {
            let total = |steps: &[i128], unit: i128, n: i64| unit * steps[..=n as usize].iter().sum::<i128>() - unit * steps[0];
            let (main, last) = (|n| total(&main, unit.0, n), |n| total(&last, unit.1, n));
            let of = |x: i64| (main(x).max(last(iterations - others * x)), x);
            let (_, x) = (0..=iterations / others).map(of).min().unwrap();
            prop_assert_eq!(split(iterations, others, main, last), (x, iterations - others * x));
        }
    }

    #[test]
    fn two_thousand_million_iterations_are_not_walked() {
        let most = i64::from(i32::MAX);
        let (main, last) = (|n: i64| 2 * i128::from(n), |n: i64| 3 * i128::from(n));
        // 2 x and 3 (I - x) meet between 1288490188, where the last launch ends at 2576980377, and the next x,
        // where the others end at 2576980378.
        assert_eq!(split(most, 1, main, last), (1_288_490_188, 858_993_459));
    }
}
