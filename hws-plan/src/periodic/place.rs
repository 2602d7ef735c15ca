//! The starts of the tasks of a PE in the period: from the longest tasks backwards along the data (N11-N14).
//!
//! Each unplaced task of a PE belongs to a free interval, which is at least as long as all its tasks. The longest
//! unplaced copy (ties by id, then copy) goes to the front of its interval; then its predecessors, their
//! predecessors, and so on, each as late as it can end before its consumer starts. This is the order of N11 for any
//! alpha: the key copies are the longest unplaced ones, and the next search continues with the next shorter ones.

use std::cmp::Reverse;
use std::collections::VecDeque;

use super::arrange::Arrangement;
use super::graph::Graph;
use super::subset;

/// A free interval of a PE and the copies that will be in it, ascending; those placed at its front stay listed until
/// it is split.
#[derive(Clone, Debug)]
struct Interval {
    from: i64,
    to: i64,
    copies: Vec<u32>,
}

/// Places every copy; returns the PEs and the starts.
pub(super) fn place(graph: &Graph, arrangement: &Arrangement) -> (Vec<u32>, Vec<i64>) {
    let copies = graph.len() * arrangement.i_period;
    let mut places = Places::new(graph, arrangement, copies);
    let mut order: Vec<usize> = (0..copies).collect();
    order.sort_by_key(|&copy| Reverse(places.cost(copy)));
    let mut queue = VecDeque::new();
    for key in order {
        if places.st[key].is_none() {
            places.put_first(key);
            queue.push_back(key);
        }
        while let Some(consumer) = queue.pop_front() {
            places.before(consumer, &mut queue);
        }
    }
    let starts = places.st.into_iter().map(Option::unwrap_or_default).collect();
    (pes(arrangement, copies), starts)
}

fn pes(arrangement: &Arrangement, copies: usize) -> Vec<u32> {
    let mut pes = vec![0; copies];
    for (pe, list) in (0..).zip(&arrangement.lists) {
        list.iter().for_each(|&copy| pes[copy as usize] = pe);
    }
    pes
}

struct Places<'a> {
    graph: &'a Graph,
    i_period: usize,
    t: i64,
    intervals: Vec<Interval>,
    /// The interval of each unplaced copy.
    interval: Vec<u32>,
    /// Starts of the placed copies.
    st: Vec<Option<i64>>,
}

impl<'a> Places<'a> {
    fn new(graph: &'a Graph, arrangement: &Arrangement, copies: usize) -> Self {
        let mut interval = vec![0; copies];
        let mut intervals = Vec::with_capacity(arrangement.lists.len());
        for (index, list) in (0..).zip(&arrangement.lists) {
            let mut copies = list.clone();
            copies.sort_unstable();
            copies.iter().for_each(|&copy| interval[copy as usize] = index);
            intervals.push(Interval { from: 0, to: arrangement.t, copies });
        }
        let (i_period, t) = (arrangement.i_period, arrangement.t);
        Self { graph, i_period, t, intervals, interval, st: vec![None; copies] }
    }

    fn cost(&self, copy: usize) -> i64 {
        self.graph.cost[copy / self.i_period]
    }

    /// Puts a copy at the front of its interval.
    fn put_first(&mut self, copy: usize) {
        let cost = self.cost(copy);
        let interval = &mut self.intervals[self.interval[copy] as usize];
        self.st[copy] = Some(interval.from);
        interval.from += cost;
    }

    /// Places and queues the predecessors of a placed copy.
    fn before(&mut self, consumer: usize, queue: &mut VecDeque<usize>) {
        let graph = self.graph;
        for &edge in &graph.into[consumer / self.i_period] {
            let edge = graph.edges[edge];
            let copy = edge.from * self.i_period + consumer % self.i_period;
            if self.st[copy].is_none() {
                let start = self.st[consumer].unwrap_or_default();
                self.put(copy, start - edge.t_cache - self.cost(copy));
                queue.push_back(copy);
            }
        }
    }

    /// Places a copy as close before `latest`, modulo T, as the other copies of its interval allow: the subset of them
    /// that fills the space best goes before it.
    fn put(&mut self, copy: usize, latest: i64) {
        let (cost, index) = (self.cost(copy), self.interval[copy]);
        let interval = &mut self.intervals[index as usize];
        let (from, to) = (interval.from, interval.to);
        let mut others = std::mem::take(&mut interval.copies);
        others.retain(|&other| other as usize != copy && self.st[other as usize].is_none());
        let space = (latest - from).rem_euclid(self.t).min(to - cost - from);
        let sizes: Vec<u64> = others.iter().map(|&other| self.cost(other as usize).unsigned_abs()).collect();
        let taken = subset::largest(&sizes, space.unsigned_abs());
        let (mut before, mut after, mut start) = (Vec::new(), Vec::new(), from);
        for (&other, taken) in others.iter().zip(taken) {
            if taken {
                before.push(other);
                start += self.cost(other as usize);
            } else {
                after.push(other);
            }
        }
        self.st[copy] = Some(start);
        self.split(
            index,
            Interval { from, to: start, copies: before },
            Interval { from: start + cost, to, copies: after },
        );
    }

    /// Splits what remains of an interval; the shorter list becomes a new interval.
    fn split(&mut self, index: u32, before: Interval, after: Interval) {
        let (long, short) =
            if before.copies.len() >= after.copies.len() { (before, after) } else { (after, before) };
        self.intervals[index as usize] = long;
        if !short.copies.is_empty() {
            let new = u32::try_from(self.intervals.len()).unwrap_or(u32::MAX);
            short.copies.iter().for_each(|&copy| self.interval[copy as usize] = new);
            self.intervals.push(short);
        }
    }
}
