//! The edges of an input graph: their ends exist, no edge is repeated, and none connects a node to itself.

use std::collections::BTreeSet;

use super::{Ids, InputError, InputFault, InputNode};
use crate::topo;

/// The ends of the edges by node index, in the order of the input.
#[derive(Clone, Debug, Default)]
pub(crate) struct Edges {
    /// From and to.
    pub(crate) ends: Vec<(usize, usize)>,
}

impl Edges {
    /// Reads `from` and `to` of every edge. For errors, `what` is the kind of its ends and `list` where they are
    /// defined. A node for which `may_be_self` is true may have an edge to itself.
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

    /// Returns a topological order of the nodes; among ready nodes, the smallest index comes first. Edges from a node
    /// to itself do not count. `place` is the path of the edges, for the error.
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
        topo::topological(&preds).map_err(|cycle| {
            let (id, path) = (ids.ids[cycle.first()].to_string(), cycle.waits(|node| &ids.ids[node]));
            InputError::new(place, InputFault::Cycle { what, id: id.into(), path: path.into() })
        })
    }
}
