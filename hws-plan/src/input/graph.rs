//! The edges of an input that is a graph: ends that exist, each edge once, none from a node to itself.

use std::collections::BTreeSet;

use super::{Ids, InputError, InputFault, InputNode};
use crate::topo;

/// The ends of the edges, by index of the node, in the order of the input.
#[derive(Clone, Debug, Default)]
pub(crate) struct Edges {
    /// From and to.
    pub(crate) ends: Vec<(usize, usize)>,
}

impl Edges {
    /// Reads `from` and `to` of every edge; `what` its ends are and in which `list`, for the errors. Where
    /// `may_be_self` says so of a node, an edge to itself is kept.
    pub(crate) fn read(
        edges: &[InputNode<'_, '_>],
        ids: &Ids,
        (what, list): (&'static str, &'static str),
        may_be_self: impl Fn(usize) -> bool,
    ) -> Result<Self, InputError> {
        let mut seen = BTreeSet::new();
        let mut ends = Vec::with_capacity(edges.len());
        for edge in edges {
            let end = |key| ids.find(&edge.key(key)?, what, list);
            let (from, to) = (end("from")?, end("to")?);
            if from == to && !may_be_self(from) {
                return Err(edge.error(InputFault::SelfEdge { what, id: ids.ids[from].to_string() }));
            }
            if !seen.insert((from, to)) {
                let what = format!("edge {} -> {}", ids.ids[from], ids.ids[to]);
                return Err(edge.error(InputFault::Twice { what }));
            }
            ends.push((from, to));
        }
        Ok(Self { ends })
    }

    /// A topological order of the nodes, of several ready ones the smallest index first; edges from a node to
    /// itself do not count. `place` is where the edges are, for the error.
    pub(crate) fn topological(
        &self,
        ids: &Ids,
        what: &'static str,
        place: &str,
    ) -> Result<Vec<usize>, InputError> {
        let mut preds = vec![Vec::new(); ids.ids.len()];
        for &(from, to) in self.ends.iter().filter(|(from, to)| from != to) {
            preds[to].push(from);
        }
        let cycle = |node: usize| InputFault::Cycle { what, id: ids.ids[node].to_string() };
        topo::topological(&preds).map_err(|node| InputError::new(place, cycle(node)))
    }
}
