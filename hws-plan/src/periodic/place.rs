//! The starts of the tasks of a PE in the period: from the longest tasks backwards along the data (N11-N14).
//!
//! Each unplaced task of a PE belongs to a free interval, which is at least as long as all its tasks. The longest
//! unplaced copy (ties by id, then copy) goes to the front of its interval; then its predecessors, their
//! predecessors, and so on, each as late as it can end before its consumer starts. This is the order of N11 for any
//! alpha: the key copies are the longest unplaced ones, and the next search continues with the next shorter ones.

use std::cmp::Reverse;
use std::collections::VecDeque;

use super::arrange::Arrangement;
use super::forest::{Forest, NONE};
use super::graph::Graph;
use super::subset::{self, Approximations, Budget};
use crate::input::InputError;

/// The places of all copies of a period.
pub(super) struct Placed {
    /// PE of each copy.
    pub(super) pe: Vec<u32>,
    /// Start of each copy in the period.
    pub(super) st: Vec<i64>,
    /// What was not exact.
    pub(super) approximations: Approximations,
}

/// Places every copy.
///
/// # Errors
/// Exact positions are demanded but too costly.
pub(super) fn place(graph: &Graph, arrangement: &Arrangement, is_exact: bool) -> Result<Placed, InputError> {
    let copies = graph.len() * arrangement.i_period;
    let mut places = Places::new(graph, arrangement, is_exact);
    let mut order: Vec<usize> = (0..copies).collect();
    order.sort_by_key(|&copy| Reverse(places.cost(copy)));
    let mut queue = VecDeque::new();
    for key in order {
        if places.st[key].is_none() {
            places.put_first(key);
            queue.push_back(key);
        }
        while let Some(consumer) = queue.pop_front() {
            places.before(consumer, &mut queue)?;
        }
    }
    let st = places.st.into_iter().map(Option::unwrap_or_default).collect();
    Ok(Placed { pe: pes(arrangement, copies), st, approximations: places.budget.approximations() })
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
    /// The unplaced copies of each free interval, ascending.
    free: Forest,
    /// Begin and end of each interval, by its list.
    bounds: Vec<(i64, i64)>,
    /// Starts of the placed copies.
    st: Vec<Option<i64>>,
    budget: Budget,
}

impl<'a> Places<'a> {
    fn new(graph: &'a Graph, arrangement: &Arrangement, is_exact: bool) -> Self {
        let (i_period, t) = (arrangement.i_period, arrangement.t);
        let copies = graph.len() * i_period;
        // Costs are below 2^31.
        let weight = |copy: usize| u32::try_from(graph.cost[copy / i_period]).unwrap_or(u32::MAX);
        let mut places = Self {
            graph,
            i_period,
            t,
            free: Forest::new((0..copies).map(weight)),
            bounds: vec![(0, t); copies],
            st: vec![None; copies],
            budget: Budget::new(copies, is_exact, "nodes"),
        };
        for list in &arrangement.lists {
            let mut copies = list.clone();
            copies.sort_unstable();
            copies.into_iter().fold(NONE, |list, copy| places.free.join(list, copy));
        }
        places
    }

    fn cost(&self, copy: usize) -> i64 {
        self.graph.cost[copy / self.i_period]
    }

    /// Takes a copy out of its interval; returns its bounds and the list of the others.
    fn take(&mut self, copy: usize) -> ((i64, i64), u32) {
        // A period has at most 2^24 copies.
        let node = u32::try_from(copy).unwrap_or(NONE);
        let bounds = self.bounds[self.free.list(node) as usize];
        (bounds, self.free.remove(node))
    }

    fn bound(&mut self, list: u32, bounds: (i64, i64)) {
        if list != NONE {
            self.bounds[list as usize] = bounds;
        }
    }

    /// Puts a copy at the front of its interval.
    fn put_first(&mut self, copy: usize) {
        let ((from, to), others) = self.take(copy);
        self.st[copy] = Some(from);
        self.bound(others, (from + self.cost(copy), to));
    }

    /// Places and queues the predecessors of a placed copy.
    fn before(&mut self, consumer: usize, queue: &mut VecDeque<usize>) -> Result<(), InputError> {
        let graph = self.graph;
        for &edge in &graph.into[consumer / self.i_period] {
            let edge = graph.edges[edge];
            let copy = edge.from * self.i_period + consumer % self.i_period;
            if self.st[copy].is_none() {
                let start = self.st[consumer].unwrap_or_default();
                self.put(copy, start - edge.t_cache - self.cost(copy))?;
                queue.push_back(copy);
            }
        }
        Ok(())
    }

    /// Places a copy as close before `latest`, modulo T, as the other copies of its interval allow: the subset of them
    /// that fills the space best goes before it.
    fn put(&mut self, copy: usize, latest: i64) -> Result<(), InputError> {
        let cost = self.cost(copy);
        let ((from, to), others) = self.take(copy);
        let space = (latest - from).rem_euclid(self.t).min(to - cost - from);
        let taken = subset::largest(&self.free, others, space.unsigned_abs(), &mut self.budget)?;
        let (before, after) = self.free.divide(others, &taken);
        // At most T.
        let start = from + i64::try_from(self.free.total(before)).unwrap_or(i64::MAX);
        self.st[copy] = Some(start);
        self.bound(before, (from, start));
        self.bound(after, (start + cost, to));
        Ok(())
    }
}
