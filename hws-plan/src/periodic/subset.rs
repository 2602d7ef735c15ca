//! The canonical largest subset: among the subsets with the largest sum up to a limit, the one that takes the last
//! item only if necessary, then the last but one only if necessary, and so on (N14, N15).
//!
//! A table of items × limit with backtracking from the last item gives this result, but limits here go up to 2^31
//! and more, too large for such a table. Few items are split into two halves ([`halves`]). With many items nearly
//! all of them are taken in order up to the limit, so the search is for the few that are left out ([`leave_out`]).

mod halves;
mod leave_out;
mod sums;

/// Most items that are split into halves regardless of their sizes.
const FEW: usize = 12;
/// Most items that are ever split into halves.
const SPLIT_MOST: usize = 44;

/// Returns, for each item, whether it is taken; items of size 0 are not.
pub(super) fn largest(sizes: &[u64], limit: u64) -> Vec<bool> {
    let mut taken = vec![false; sizes.len()];
    let fits: Vec<usize> = (0..sizes.len()).filter(|&item| (1..=limit).contains(&sizes[item])).collect();
    let mut items: Vec<u64> = fits.iter().map(|&item| sizes[item]).collect();
    let total: u128 = items.iter().copied().map(u128::from).sum();
    if total <= u128::from(limit) {
        fits.into_iter().for_each(|item| taken[item] = true);
        return taken;
    }
    let unit = items.iter().fold(0, |unit, &item| gcd(unit, item));
    items.iter_mut().for_each(|item| *item /= unit);
    for (item, is_taken) in fits.into_iter().zip(solve(&items, limit / unit)) {
        taken[item] = is_taken;
    }
    taken
}

/// Returns the subset for positive items of which none exceeds the limit, but the sum does.
fn solve(items: &[u64], limit: u64) -> Vec<bool> {
    if items.len() <= FEW { halves::solve(items, limit) } else { leave_out::solve(items, limit) }
}

/// Merges two ascending lists; of two equal sums, the one from `sums` is kept.
fn merged<T: Copy>(sums: &[(u64, T)], with: impl Iterator<Item = (u64, T)>) -> Vec<(u64, T)> {
    let mut merged = Vec::with_capacity(2 * sums.len());
    let mut with = with.peekable();
    for &sum in sums {
        while let Some(with) = with.next_if(|with| with.0 < sum.0) {
            merged.push(with);
        }
        let _ = with.next_if(|with| with.0 == sum.0);
        merged.push(sum);
    }
    merged.extend(with);
    merged
}

fn gcd(a: u64, b: u64) -> u64 {
    let (mut a, mut b) = (a, b);
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests;
