//! Few items of any size: all sums of the first and of the second half, at most 2^(n/2) each.

use super::items::{Runs, runs};

/// A sum and the items that make it, as bits; among several sets, the smallest number, which avoids the last items.
type Sum = (u64, u64);

/// Returns the steps of a search among this many items.
pub(super) fn cost(items: usize) -> u64 {
    8 << items.div_ceil(2)
}

/// At most 64 items.
pub(super) fn solve(items: &[u64], limit: u64) -> Runs {
    let half = items.len() / 2;
    let (first, second) = items.split_at(half);
    let (low, high) = best(&sums(first, limit), &sums(second, limit), limit);
    runs((0..items.len()).filter(|&item| (low | high << half) >> item & 1 == 1))
}

/// Returns the sets with the best sum; among several, the smallest second half, which takes precedence over the first.
fn best(first: &[Sum], second: &[Sum], limit: u64) -> (u64, u64) {
    let mut best: Option<(u64, u64, u64)> = None;
    let mut from_end = first.iter().rev().peekable();
    for &(sum, high) in second {
        while from_end.next_if(|&&(other, _)| sum + other > limit).is_some() {}
        let Some(&&(other, low)) = from_end.peek() else { break };
        if best.is_none_or(|(most, set, _)| sum + other > most || (sum + other == most && high < set)) {
            best = Some((sum + other, high, low));
        }
    }
    best.map_or((0, 0), |(_, high, low)| (low, high))
}

/// Returns every sum up to the limit, ascending.
fn sums(items: &[u64], limit: u64) -> Vec<Sum> {
    let mut sums = vec![(0, 0)];
    for (item, &size) in items.iter().enumerate() {
        // The item is the last one so far, so a set without it is preferred.
        let with = sums.iter().map(|&(sum, set)| (sum + size, set | 1 << item));
        sums = super::merged(&sums, with.take_while(|with| with.0 <= limit));
    }
    sums
}
