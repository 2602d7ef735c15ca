//! Whether every copy of every node is placed and retimed exactly once.

use super::schedule::{Name, Schedule};
use crate::periodic::graph::Graph;

/// A complete schedule, by index of the copy.
#[derive(Clone, Debug)]
pub(super) struct Named {
    /// PE; `u32::MAX` for a PE outside the schedule.
    pub(super) pe: Vec<u32>,
    pub(super) st: Vec<i64>,
    pub(super) r: Vec<i128>,
}

impl Named {
    /// Returns the schedule by copies. The error lists what is missing, extra or given twice.
    pub(super) fn of(graph: &Graph, schedule: &Schedule) -> Result<Self, Vec<String>> {
        let placements = complete(graph, schedule.i_period, "placement", &schedule.placements);
        let retiming = complete(graph, schedule.i_period, "retiming", &schedule.retiming);
        let (placements, retiming) = match (placements, retiming) {
            (Ok(placements), Ok(retiming)) => (placements, retiming),
            (placements, retiming) => {
                return Err([placements.err(), retiming.err()].into_iter().flatten().flatten().collect());
            }
        };
        let pe = |&(pe, _): &(i64, i64)| u32::try_from(pe).unwrap_or(u32::MAX);
        Ok(Self {
            pe: placements.iter().map(pe).collect(),
            st: placements.iter().map(|&(_, st)| st).collect(),
            r: retiming.into_iter().map(i128::from).collect(),
        })
    }

    /// Which copies of edges are cached; entries that name no such copy are judged elsewhere.
    pub(super) fn cached(&self, graph: &Graph, schedule: &Schedule) -> Vec<bool> {
        let mut cached = vec![false; graph.edges.len() * schedule.i_period];
        let named = schedule.cached.iter().filter_map(|&entry| edge_copy(graph, schedule.i_period, entry));
        named.for_each(|copy| cached[copy] = true);
        cached
    }
}

/// Returns the index of the copy of an edge, if it exists.
pub(super) fn edge_copy(graph: &Graph, i_period: usize, (from, to, r): (i64, i64, i64)) -> Option<usize> {
    let (from, to) = (graph.ids.binary_search(&from).ok()?, graph.ids.binary_search(&to).ok()?);
    let edge = graph.edges.binary_search_by_key(&(from, to), |edge| (edge.from, edge.to)).ok()?;
    Some(edge * i_period + nth(i_period, r)?)
}

/// Copy r, from 1, as an index.
fn nth(i_period: usize, r: i64) -> Option<usize> {
    usize::try_from(r).ok()?.checked_sub(1).filter(|&r| r < i_period)
}

/// Returns the given values by copy, in order.
fn complete<T: Copy>(
    graph: &Graph,
    i_period: usize,
    what: &str,
    given: &[(Name, T)],
) -> Result<Vec<T>, Vec<String>> {
    let mut wrong = Vec::new();
    let mut known = Vec::with_capacity(given.len());
    for &((id, r), value) in given {
        match graph.ids.binary_search(&id).ok().zip(nth(i_period, r)) {
            Some((node, r)) => known.push((node * i_period + r, value)),
            None => wrong.push(format!("a {what} of {id} copy {r}, which does not exist")),
        }
    }
    known.sort_by_key(|&(copy, _)| copy);
    let name = |copy: usize| format!("{} copy {}", graph.ids[copy / i_period], copy % i_period + 1);
    let twice = known.windows(2).filter(|pair| pair[0].0 == pair[1].0);
    wrong.extend(twice.map(|pair| format!("more than one {what} of {}", name(pair[0].0))));
    known.dedup_by_key(|&mut (copy, _)| copy);
    let missing = graph.len() * i_period - known.len();
    if missing > 0 {
        let gap = known.iter().enumerate().position(|(at, &(copy, _))| at != copy).unwrap_or(known.len());
        let more = if missing > 1 { format!(" (and {} more)", missing - 1) } else { String::new() };
        wrong.push(format!("no {what} of {}{more}", name(gap)));
    }
    if wrong.is_empty() { Ok(known.into_iter().map(|(_, value)| value).collect()) } else { Err(wrong) }
}
