//! A function: nodes ascending by id, edges in the order of the input, checked against T3 and T8.

use super::node::{Context, Kind, Operator};
use crate::input::{Edges, Ids, InputError, InputFault, InputId, InputNode};

/// Default of `stream_size`: firings of a function's input.
const STREAM_SIZE: i64 = 16;

/// A checked function.
#[derive(Clone, Debug)]
pub(in super::super) struct Function {
    /// Its name.
    pub(in super::super) name: String,
    /// Its nodes, ascending by id.
    pub(in super::super) operators: Vec<Operator>,
    /// Its edges in the order of the input, without those from constants and from a node to itself.
    pub(in super::super) edges: Vec<Edge>,
    /// A topological order over all edges; among ready nodes, the smallest id comes first.
    pub(in super::super) order: Vec<usize>,
    /// For each node, whether another node reads it.
    pub(in super::super) is_read: Vec<bool>,
    /// Firings of its input.
    pub(in super::super) stream_size: i64,
}

/// A stream of tokens from a node to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) struct Edge {
    /// The producer.
    pub(in super::super) from: usize,
    /// The consumer.
    pub(in super::super) to: usize,
    /// The depth that the program states, if any.
    pub(in super::super) buffer: Option<i64>,
}

impl Function {
    pub(super) fn read(
        name: &str,
        node: &InputNode<'_, '_>,
        context: &Context<'_>,
    ) -> Result<Self, InputError> {
        node.has_only(&["nodes", "edges", "stream_size"])?;
        let (nodes, edges) = (node.key("nodes")?, node.maybe("edges"));
        let rows = nodes.list()?;
        if rows.is_empty() {
            return Err(nodes.unwanted("a list of at least one node"));
        }
        let edge_rows = edges.as_ref().map(InputNode::list).transpose()?.unwrap_or_default();
        let ids = read_ids(&rows)?;
        let operators = read_operators(&rows, &ids, context)?;
        let ends = Edges::read(&edge_rows, &ids, ("node", "nodes"), |node| operators[node].is_reduction)?;
        let edges = read_edges(&edge_rows, &ends, &operators)?;
        let order = ends.topological(&ids, "node", &format!("functions.{name}.edges"))?;
        let mut is_read = vec![false; operators.len()];
        ends.ends.iter().filter(|(from, to)| from != to).for_each(|&(from, _)| is_read[from] = true);
        let stream_size =
            node.maybe("stream_size").map_or(Ok(STREAM_SIZE), |size| size.integer(1..=1 << 20))?;
        Ok(Self { name: name.to_owned(), operators, edges, order, is_read, stream_size })
    }

    /// The functions that it calls, one entry per call.
    pub(in super::super) fn callees(&self) -> impl Iterator<Item = usize> {
        self.operators.iter().filter_map(|operator| match operator.kind {
            Kind::Call(callee) => Some(callee),
            _ => None,
        })
    }

    /// The outputs, or the unread nodes if there are none (T9).
    pub(in super::super) fn ends(&self) -> Vec<usize> {
        let all = 0..self.operators.len();
        let outputs: Vec<usize> = all.clone().filter(|&node| self.operators[node].is_output).collect();
        if outputs.is_empty() { all.filter(|&node| !self.is_read[node]).collect() } else { outputs }
    }

    /// For each node, whether a stream feeds it; constants do not count.
    pub(in super::super) fn is_fed(&self) -> Vec<bool> {
        let mut is_fed = vec![false; self.operators.len()];
        self.edges.iter().for_each(|edge| is_fed[edge.to] = true);
        is_fed
    }
}

/// Ids of dataflow nodes are strings.
fn read_ids(rows: &[InputNode<'_, '_>]) -> Result<Ids, InputError> {
    let ids = Ids::read(rows)?;
    match ids.ids.first() {
        Some(InputId::Int(_)) => Err(rows[0].key("id")?.unwanted("a string")),
        _ => Ok(ids),
    }
}

/// Read in the order of the input, so that the first breach is the one reported; then by id.
fn read_operators(
    rows: &[InputNode<'_, '_>],
    ids: &Ids,
    context: &Context<'_>,
) -> Result<Vec<Operator>, InputError> {
    let read = rows.iter().map(|row| Operator::read(row, context).map(Some));
    let mut read: Vec<Option<Operator>> = read.collect::<Result<_, _>>()?;
    Ok(ids.rows.iter().filter_map(|&row| read[row].take()).collect())
}

fn read_edges(
    rows: &[InputNode<'_, '_>],
    ends: &Edges,
    operators: &[Operator],
) -> Result<Vec<Edge>, InputError> {
    let mut edges = Vec::with_capacity(rows.len());
    for (row, &(from, to)) in rows.iter().zip(&ends.ends) {
        row.has_only(&["from", "to", "buffer"])?;
        let buffer = row.maybe("buffer").map(|depth| depth.at_least(0)).transpose()?;
        if from != to {
            check_ends(row, &operators[from], &operators[to])?;
            if operators[from].kind != Kind::Const {
                edges.push(Edge { from, to, buffer });
            }
        }
    }
    Ok(edges)
}

/// Nothing may feed a source (T3), and an output may feed nothing (T8).
fn check_ends(row: &InputNode<'_, '_>, from: &Operator, to: &Operator) -> Result<(), InputError> {
    if matches!(to.kind, Kind::In | Kind::Const | Kind::Gate) {
        let what = format!("node {:?} is a source, and {:?} feeds it", to.id, from.id);
        let remedy = "end the stream at an `out`, and begin the next domain with a source";
        return Err(row.error(InputFault::Infeasible { what, remedy }));
    }
    if from.is_output {
        let what = format!("output {:?} feeds {:?}", from.id, to.id);
        let remedy = "let the node feed another `out` of its own";
        return Err(row.error(InputFault::Infeasible { what, remedy }));
    }
    Ok(())
}
