//! Questions about a list: sums of its first nodes, and nodes by weight.

use super::Forest;

impl Forest {
    /// Returns the sum of the first `length` weights of a list.
    pub(in crate::periodic) fn sum(&self, list: u32, length: usize) -> u64 {
        let (mut list, mut length, mut sum) = (list, length, 0);
        while let Some(node) = self.get(list) {
            let before = self.count(node.left);
            if length <= before {
                list = node.left;
            } else {
                sum += self.total(node.left) + u64::from(node.weight);
                length -= before + 1;
                list = node.right;
            }
        }
        sum
    }

    /// Returns the length of the shortest prefix of a list whose sum is at least this, the whole length if none is.
    pub(in crate::periodic) fn reaching(&self, list: u32, sum: u64) -> usize {
        let (mut list, mut sum, mut length) = (list, sum, 0);
        while let Some(node) = self.get(list).filter(|_| sum > 0) {
            let before = self.total(node.left);
            if sum <= before {
                list = node.left;
            } else {
                length += self.count(node.left) + 1;
                sum = sum.saturating_sub(before + u64::from(node.weight));
                list = node.right;
            }
        }
        length
    }

    /// Returns the rank and weight of the first node from a rank on whose weight is at most this.
    pub(in crate::periodic) fn next(&self, list: u32, from: usize, most: u64) -> Option<(usize, u64)> {
        let node = self.get(list)?;
        if u64::from(node.least) > most || from >= node.count as usize {
            return None;
        }
        let before = self.count(node.left);
        if let Some(found) = self.next(node.left, from, most) {
            return Some(found);
        }
        if from <= before && u64::from(node.weight) <= most {
            return Some((before, node.weight.into()));
        }
        let (rank, weight) = self.next(node.right, from.saturating_sub(before + 1), most)?;
        Some((before + 1 + rank, weight))
    }

    /// Returns the rank and weight of the last node before a rank whose weight is at most this.
    pub(in crate::periodic) fn last(&self, list: u32, until: usize, most: u64) -> Option<(usize, u64)> {
        let node = self.get(list)?;
        if u64::from(node.least) > most || until == 0 {
            return None;
        }
        let before = self.count(node.left);
        if let Some((rank, weight)) = self.last(node.right, until.saturating_sub(before + 1), most) {
            return Some((before + 1 + rank, weight));
        }
        if until > before && u64::from(node.weight) <= most {
            return Some((before, node.weight.into()));
        }
        self.last(node.left, until, most)
    }
}
