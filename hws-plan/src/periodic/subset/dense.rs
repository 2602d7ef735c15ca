//! Many items: which of them are left out, by a bit for each sum in a window that grows.
//!
//! The smallest prefix of the items that reaches a sum exactly decides which item is the last one taken. A
//! prefix reaches a sum exactly when what it has too much, its slack, is a sum of its items, too: those left
//! out. The first prefix that is long enough has a slack below one item, so a small window is mostly enough.

use super::{SPLIT_MOST, halves};

/// Never reached.
const NEVER: u32 = u32::MAX;

pub(super) fn solve(items: &[u64], limit: u64) -> Vec<bool> {
    let prefix = prefix_sums(items);
    let total = prefix[items.len()];
    let longest = items.iter().copied().max().unwrap_or(0);
    let enough = prefix.partition_point(|&sum| sum < limit);
    // Leaving out a little more than what is too much is possible without going past one more item.
    let most = limit.min(total - limit + longest);
    let mut width = (prefix[enough] - limit).max(63).min(most);
    loop {
        if items.len() <= SPLIT_MOST && width >> (items.len() / 2) > 0 {
            return halves::solve(items, limit);
        }
        let sums = Sums::of(items, width);
        if width == limit {
            return sums.direct(items);
        }
        if let Some(taken) = sums.by_leaving_out(items, &prefix, limit) {
            return taken;
        }
        width = (2 * width).min(most);
    }
}

/// The sum of the first 0, 1, … items.
fn prefix_sums(items: &[u64]) -> Vec<u64> {
    let mut sums = vec![0];
    sums.extend(items.iter().scan(0, |sum, item| {
        *sum += item;
        Some(*sum)
    }));
    sums
}

/// For each sum from 0 to a width, the length of the first prefix of the items that reaches it.
struct Sums {
    first: Vec<u32>,
}

impl Sums {
    fn of(items: &[u64], width: u64) -> Self {
        let width = usize::try_from(width).unwrap_or(usize::MAX);
        let mut first = vec![NEVER; width + 1];
        let mut bits = vec![0_u64; width / 64 + 1];
        (first[0], bits[0]) = (0, 1);
        let (mut reached, mut largest) = (1, 0);
        for (length, &item) in (1..).zip(items).filter(|(_, item)| **item <= width as u64) {
            // Fits: checked against the width.
            let item = item as usize;
            largest = (largest + item).min(width);
            reached += add(&mut bits, item, largest, |sum| first[sum] = length);
            if reached == width + 1 {
                break;
            }
        }
        Self { first }
    }

    /// Whether the first `length` items have a subset of this sum.
    fn reaches(&self, sum: u64, length: usize) -> bool {
        self.first.get(sum as usize).is_some_and(|&first| first as usize <= length)
    }

    /// With a width of the limit: the largest sum there is, item by item from the last.
    fn direct(&self, items: &[u64]) -> Vec<bool> {
        let mut taken = vec![false; items.len()];
        let mut sum = self.first.iter().rposition(|&first| first != NEVER).unwrap_or(0);
        while sum > 0 {
            let last = self.first[sum] as usize - 1;
            taken[last] = true;
            sum -= items[last] as usize;
        }
        taken
    }

    /// The subset, if this width decides it.
    fn by_leaving_out(&self, items: &[u64], prefix: &[u64], limit: u64) -> Option<Vec<bool>> {
        let total = prefix[items.len()];
        let exact = self.shortest(prefix, limit).map(|length| (length, limit));
        let (length, sum) = exact.or_else(|| {
            // The least that can be left out of all items.
            let least = (total - limit) as usize;
            let out = self.first.get(least..)?.iter().position(|&first| first != NEVER)?;
            let sum = limit - out as u64;
            Some((self.shortest(prefix, sum)?, sum))
        })?;
        Some(self.trace(items, length, prefix[length] - sum))
    }

    /// The shortest prefix that reaches a sum, if its slack is within the width.
    fn shortest(&self, prefix: &[u64], sum: u64) -> Option<usize> {
        let enough = prefix.partition_point(|&other| other < sum);
        let slacks = (enough..prefix.len()).map(|length| (length, prefix[length] - sum));
        let within = slacks.take_while(|&(_, slack)| slack < self.first.len() as u64);
        within.into_iter().find(|&(length, slack)| self.reaches(slack, length)).map(|(length, _)| length)
    }

    /// Leaves each of the first `length` items out if what is left of the slack can still be made, from the last.
    fn trace(&self, items: &[u64], length: usize, slack: u64) -> Vec<bool> {
        let mut taken = vec![false; items.len()];
        let mut slack = slack;
        for item in (0..length).rev() {
            match slack.checked_sub(items[item]) {
                Some(rest) if self.reaches(rest, item) => slack = rest,
                _ => taken[item] = true,
            }
        }
        taken
    }
}

/// Adds an item to the sums up to `largest`; `new` gets each new one. How many there are.
fn add(bits: &mut [u64], item: usize, largest: usize, mut new: impl FnMut(usize)) -> usize {
    let (words, shift) = (item / 64, item % 64);
    let mut count = 0;
    for word in (words..=largest / 64).rev() {
        let mut shifted = bits[word - words] << shift;
        if shift > 0 && word > words {
            shifted |= bits[word - words - 1] >> (64 - shift);
        }
        let mut fresh = shifted & !bits[word];
        if word == largest / 64 {
            fresh &= u64::MAX >> (63 - largest % 64);
        }
        bits[word] |= fresh;
        while fresh > 0 {
            new(word * 64 + fresh.trailing_zeros() as usize);
            count += 1;
            fresh &= fresh - 1;
        }
    }
    count
}
