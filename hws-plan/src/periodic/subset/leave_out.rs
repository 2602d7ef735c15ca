//! Many items: which ones are left out, searched among sums up to a width that grows until it suffices.
//!
//! The shortest prefix of the items that reaches a sum exactly determines the last item taken. A prefix reaches a
//! sum exactly iff its slack, the excess over the sum, is itself the sum of some of its items: those left out. The
//! first prefix that is long enough has a slack below one item, so a small width usually suffices.

use super::items::{Items, Runs, runs, without};
use super::meter::Meter;
use super::sums::Sums;

/// The smallest width.
const LEAST: u64 = 63;
/// The steps of a look at one item.
pub(super) const LOOK: u64 = 16;

/// Returns the subset for items if none exceeds the limit, but their sum does; `None` if it costs too much.
pub(super) fn solve(items: &impl Items, limit: u64, meter: &mut Meter) -> Option<Runs> {
    let too_much = items.sum(items.len()) - limit;
    // The items left out exceed the excess by less than one item.
    let most = limit.min(too_much + items.longest());
    let slack = items.sum(items.reaching(limit)) - limit;
    let mut width = slack.max(LEAST).min(most);
    loop {
        meter.spend(LOOK)?;
        let sums = Sums::of(items, width, meter)?;
        if let Some(taken) = decide(&sums, items, limit, meter)? {
            return Some(taken);
        }
        width = (2 * width).min(most);
    }
}

/// Returns the subset, if this width suffices to find it.
fn decide(sums: &Sums, items: &impl Items, limit: u64, meter: &mut Meter) -> Option<Option<Runs>> {
    if sums.width() == limit {
        return Some(Some(take(sums, items)));
    }
    let mut found = shortest(sums, items, limit, meter)?;
    if found.is_none() {
        let total = items.sum(items.len());
        if let Some(left_out) = sums.next(total - limit) {
            found = shortest(sums, items, total - left_out, meter)?;
        }
    }
    Some(found.map(|(length, slack)| without(length, &left_out(sums, items, length, slack))))
}

/// Searches with all sums up to the limit: returns the items of the largest sum.
fn take(sums: &Sums, items: &impl Items) -> Runs {
    let (mut ranks, mut sum) = (Vec::new(), sums.largest());
    while let Some(rank) = sums.first(sum).and_then(|length| length.checked_sub(1)) {
        ranks.push(rank);
        sum -= items.sum(rank + 1) - items.sum(rank);
    }
    runs(ranks.into_iter().rev())
}

/// Returns the shortest prefix that reaches a sum, and its slack, if that is within the width.
fn shortest(sums: &Sums, items: &impl Items, sum: u64, meter: &mut Meter) -> Option<Option<(usize, u64)>> {
    let mut length = items.reaching(sum);
    let mut slack = items.sum(length) - sum;
    loop {
        if slack > sums.width() {
            return Some(None);
        }
        if sums.reaches(slack, length) {
            return Some(Some((length, slack)));
        }
        meter.spend(LOOK)?;
        let Some((_, size)) = items.next(length, u64::MAX) else { return Some(None) };
        (length, slack) = (length + 1, slack + size);
    }
}

/// Returns which of the first `length` items are left out, from the last: each one without which the rest of the
/// slack can still be reached.
pub(super) fn left_out(sums: &Sums, items: &impl Items, length: usize, slack: u64) -> Vec<usize> {
    let (mut out, mut slack, mut before) = (Vec::new(), slack, length);
    while let Some((rank, size)) = items.last(before, slack).filter(|_| slack > 0) {
        if sums.reaches(slack - size, rank) {
            out.push(rank);
            slack -= size;
        }
        before = rank;
    }
    out
}
