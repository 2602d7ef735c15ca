//! Many items: which ones are left out, searched among sums up to a width that grows until it suffices.
//!
//! The shortest prefix of the items that reaches a sum exactly determines the last item taken. A prefix reaches a
//! sum exactly iff its slack, the excess over the sum, is itself the sum of some of its items: those left out. The
//! first prefix that is long enough has a slack below one item, so a small width usually suffices.

use super::sums::Sums;
use super::{SPLIT_MOST, halves};

/// The smallest width.
const LEAST: u64 = 63;

pub(super) fn solve(items: &[u64], limit: u64) -> Vec<bool> {
    let prefix = prefix_sums(items);
    let too_much = prefix[items.len()] - limit;
    let longest = items.iter().copied().max().unwrap_or(0);
    // The items left out exceed the excess by less than one item.
    let most = limit.min(too_much + longest);
    let enough = prefix.partition_point(|&sum| sum < limit);
    let mut width = (prefix[enough] - limit).max(LEAST).min(most);
    loop {
        if items.len() <= SPLIT_MOST && width >> (items.len() / 2) > 0 {
            return halves::solve(items, limit);
        }
        let sums = Sums::of(items, width);
        if let Some(taken) = decide(&sums, items, &prefix, limit) {
            return taken;
        }
        width = (2 * width).min(most);
    }
}

/// Returns the sums of the first 0, 1, … items.
fn prefix_sums(items: &[u64]) -> Vec<u64> {
    let add = |sum: &mut u64, item: &u64| {
        *sum += item;
        Some(*sum)
    };
    [0].into_iter().chain(items.iter().scan(0, add)).collect()
}

/// Returns the subset, if this width suffices to find it.
fn decide(sums: &Sums, items: &[u64], prefix: &[u64], limit: u64) -> Option<Vec<bool>> {
    if sums.width() == limit {
        return Some(take(sums, items));
    }
    let exact = shortest(sums, prefix, limit).map(|length| (length, limit));
    let (length, sum) = exact.or_else(|| {
        let total = prefix[items.len()];
        let sum = total - sums.next(total - limit)?;
        Some((shortest(sums, prefix, sum)?, sum))
    })?;
    Some(leave_out(sums, items, length, prefix[length] - sum))
}

/// Searches with all sums up to the limit: returns the items of the largest sum, from the last.
fn take(sums: &Sums, items: &[u64]) -> Vec<bool> {
    let mut taken = vec![false; items.len()];
    let mut sum = sums.largest();
    while let Some(last) = sums.first(sum).and_then(|length| length.checked_sub(1)) {
        taken[last] = true;
        sum -= items[last];
    }
    taken
}

/// Returns the shortest prefix that reaches a sum, if its slack is within the width.
fn shortest(sums: &Sums, prefix: &[u64], sum: u64) -> Option<usize> {
    let enough = prefix.partition_point(|&other| other < sum);
    let slacks = (enough..prefix.len()).map(|length| (length, prefix[length] - sum));
    let mut within = slacks.take_while(|&(_, slack)| slack <= sums.width());
    within.find(|&(length, slack)| sums.reaches(slack, length)).map(|(length, _)| length)
}

/// Leaves out each of the first `length` items, from the last, if the rest of the slack can still be reached.
fn leave_out(sums: &Sums, items: &[u64], length: usize, slack: u64) -> Vec<bool> {
    let mut taken = vec![false; items.len()];
    let mut slack = slack;
    for item in (0..length).rev() {
        match slack.checked_sub(items[item]) {
            Some(rest) if sums.reaches(rest, item) => slack = rest,
            _ => taken[item] = true,
        }
    }
    taken
}
