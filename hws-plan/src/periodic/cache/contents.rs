//! The contents of the cache of one PE while a period passes (N17).

use crate::input::InputError;
use crate::periodic::forest::{Forest, NONE};
use crate::periodic::layout::Layout;
use crate::periodic::live::{Change, bytes};
use crate::periodic::subset::{self, Budget};

/// The live edge copies at a moment.
pub(super) struct Contents<'a> {
    layout: &'a Layout<'a>,
    /// The edge copies that may be live, ascending; their positions are the nodes of the forest.
    edge_copies: &'a [usize],
    capacity: i128,
    /// Live instances of each.
    instances: Vec<i128>,
    /// Whether each has gone to DRAM.
    is_gone: Vec<bool>,
    /// Live bytes.
    total: i128,
    forest: Forest,
    /// The live ones that fit on their own, weighted with their bytes.
    list: u32,
    /// Some that did not fit on their own when they last changed.
    oversized: Vec<u32>,
}

impl<'a> Contents<'a> {
    /// An empty cache.
    pub(super) fn new(layout: &'a Layout<'a>, edge_copies: &'a [usize], capacity: i64) -> Self {
        let count = edge_copies.len();
        Self {
            layout,
            edge_copies,
            capacity: capacity.into(),
            instances: vec![0; count],
            is_gone: vec![false; count],
            total: 0,
            forest: Forest::new(edge_copies.iter().map(|_| 0)),
            list: NONE,
            oversized: Vec::new(),
        }
    }

    /// Applies the changes of a moment.
    pub(super) fn change(&mut self, moment: &[Change]) {
        for change in moment {
            let Ok(place) = self.edge_copies.binary_search(&change.edge_copy) else { continue };
            if !self.is_gone[place] {
                self.withdraw(place);
                self.instances[place] += change.instances;
                self.add(place);
            }
        }
    }

    /// Returns the edge copies that have to leave: all but the canonical largest subset. They are gone for good.
    pub(super) fn overflow(&mut self, budget: &mut Budget) -> Result<Vec<usize>, InputError> {
        if self.total <= self.capacity {
            return Ok(Vec::new());
        }
        let mut out = std::mem::take(&mut self.oversized);
        out.retain(|&node| self.weight(node as usize) > self.capacity);
        out.sort_unstable();
        out.dedup();
        let kept = subset::largest(&self.forest, self.list, self.capacity.unsigned_abs() as u64, budget)?;
        let (list, others) = self.forest.divide(self.list, &kept);
        self.list = list;
        out.extend(self.forest.nodes(others));
        Ok(out.into_iter().map(|node| self.leave(node)).collect())
    }

    /// The bytes of the live instances.
    fn weight(&self, place: usize) -> i128 {
        self.instances[place] * bytes(self.layout, self.edge_copies[place])
    }

    fn withdraw(&mut self, place: usize) {
        let weight = self.weight(place);
        self.total -= weight;
        if (1..=self.capacity).contains(&weight) {
            self.list = self.forest.remove(node(place));
        }
    }

    fn add(&mut self, place: usize) {
        let weight = self.weight(place);
        self.total += weight;
        if weight > self.capacity {
            self.oversized.push(node(place));
        } else if weight > 0 {
            // The capacity is below 2^31.
            self.forest.weigh(node(place), u32::try_from(weight).unwrap_or(u32::MAX));
            self.list = self.forest.insert(self.list, node(place));
        }
    }

    /// Takes one that is no longer in the list out of the sum; returns its edge copy.
    fn leave(&mut self, node: u32) -> usize {
        let place = node as usize;
        self.total -= self.weight(place);
        self.is_gone[place] = true;
        self.edge_copies[place]
    }
}

/// A period has at most 2^24 copies.
fn node(place: usize) -> u32 {
    u32::try_from(place).unwrap_or(NONE)
}
