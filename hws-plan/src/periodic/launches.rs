//! How the iterations are split among the launches (N5).

/// The split that ends first when H - 1 launches run x iterations each and another one the rest: the
/// smallest such x, from `main` and `last`, the exact totals, neither of which falls.
pub(super) fn split(
    iterations: i64,
    others: i64,
    main: impl Fn(i64) -> i128,
    last: impl Fn(i64) -> i128,
) -> (i64, i64) {
    let rest = |x: i64| iterations - others * x;
    let most = iterations / others;
    // Until the main launches take as long as the last one, the last one decides, and from then on they do.
    let even = first(most, |x| main(x) >= last(rest(x)));
    let decided_by_last = even.map_or(most, |x| x - 1);
    let later = even.map(&main);
    let earlier = (decided_by_last >= 0).then(|| last(rest(decided_by_last)));
    let x = match (earlier, later) {
        (Some(earlier), Some(later)) if later < earlier => even,
        (Some(earlier), _) => first(decided_by_last, |x| last(rest(x)) <= earlier),
        (None, _) => even,
    };
    let x = x.unwrap_or(0);
    (x, rest(x))
}

/// The first of 0 to `most` for which `holds`, which once it holds goes on to hold.
fn first(most: i64, holds: impl Fn(i64) -> bool) -> Option<i64> {
    let (mut from, mut to) = (0, most + 1);
    while from < to {
        let middle = from + (to - from) / 2;
        if holds(middle) {
            to = middle;
        } else {
            from = middle + 1;
        }
    }
    (from <= most).then_some(from)
}
