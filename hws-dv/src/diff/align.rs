//! Which edge of A belongs to which edge of B.

use super::batch::Edge;
use super::side::Reading;

/// The next edges.
#[derive(Clone, Copy, Debug)]
pub(super) enum Next {
    Both(Edge, Edge),
    OnlyA(Edge),
    OnlyB(Edge),
    End,
}

/// The place of an edge: the run after a reset, the cycle, and its number among the edges of the same cycle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    epoch: u32,
    cycle: u64,
    ordinal: u64,
}

impl Key {
    fn next(last: Option<Self>, edge: &Edge) -> Self {
        let (epoch, cycle) = (edge.epoch, edge.cycle);
        let ordinal =
            last.filter(|last| (last.epoch, last.cycle) == (epoch, cycle)).map_or(0, |last| last.ordinal + 1);
        Self { epoch, cycle, ordinal }
    }
}

/// Pairs the edges of both sides.
#[derive(Debug)]
pub(super) struct Aligner {
    /// Edges are paired by their numbers, B ahead by so many; otherwise by epoch and cycle.
    lead: Option<i64>,
    last_a: Option<Key>,
    last_b: Option<Key>,
    taken_a: i64,
    taken_b: i64,
}

impl Aligner {
    pub(super) fn new(lead: Option<i64>) -> Self {
        Self { lead, last_a: None, last_b: None, taken_a: 0, taken_b: 0 }
    }

    /// The next edges; they must be taken from the side that has them.
    pub(super) fn next(&mut self, a: &mut Reading, b: &mut Reading) -> Next {
        let (edge_a, edge_b) = (a.peek(), b.peek());
        let next = match (edge_a, edge_b) {
            (None, None) => Next::End,
            (Some(edge), None) => Next::OnlyA(edge),
            (None, Some(edge)) => Next::OnlyB(edge),
            (Some(edge_a), Some(edge_b)) => self.both(edge_a, edge_b),
        };
        if matches!(next, Next::Both(..) | Next::OnlyA(_)) {
            self.taken_a += 1;
            self.last_a = edge_a.map(|edge| Key::next(self.last_a, &edge));
        }
        if matches!(next, Next::Both(..) | Next::OnlyB(_)) {
            self.taken_b += 1;
            self.last_b = edge_b.map(|edge| Key::next(self.last_b, &edge));
        }
        next
    }

    fn both(&self, edge_a: Edge, edge_b: Edge) -> Next {
        let order = match self.lead {
            Some(lead) => (self.taken_a + lead).cmp(&self.taken_b),
            None => Key::next(self.last_a, &edge_a).cmp(&Key::next(self.last_b, &edge_b)),
        };
        match order {
            std::cmp::Ordering::Less => Next::OnlyA(edge_a),
            std::cmp::Ordering::Equal => Next::Both(edge_a, edge_b),
            std::cmp::Ordering::Greater => Next::OnlyB(edge_b),
        }
    }
}
