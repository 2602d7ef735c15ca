//! CNN task graphs with measured times (planner §4.1, N9): `N M`, then N lines `id name op cost layer`, then M
//! lines `from to bytes`.
//!
//! Ids are 0, 1, 2, … in order; operator and layer are not kept. Files have nodes that take no time and edges
//! that carry nothing, so 1 is added to every cost and size, as the published code of the periodic scheduler does.
//! A task is called by its name or, if any two names are equal, by `ID NAME`.

use std::collections::BTreeSet;

use super::error::{ImportError, ImportReason};
use super::lines::{self, number};
use crate::topo::DependencyCycle;
use crate::{GraphError, Task, TaskGraph};

const NODES: &str = "the number of nodes (an integer from 0)";
const EDGES: &str = "the number of edges (an integer from 0)";
const ID: &str = "a node id (an integer from 0)";
const COST: &str = "a cost (an integer from 0 to 2^64 - 2)";
const LAYER: &str = "a layer (an integer from 0)";
const SIZE: &str = "a size in bytes (an integer from 0 to 2^64 - 2)";
const NODE_LINE: &str = "id name op cost layer";
const EDGE_LINE: &str = "from to bytes";

struct Node<'a> {
    name: &'a str,
    cost: u64,
}

/// For each node, its predecessors in ascending order with the bytes they send.
type Preds = Vec<Vec<(usize, u64)>>;

/// Returns whether the first two lines are those of this format: two integers, then a node.
pub(super) fn is_cnn(text: &str) -> bool {
    let mut lines = lines::of(text).map(|(_, line)| line);
    let is_integer = |word: &str| word.parse::<i128>().is_ok();
    let is_header = |line: &str| words(line).count() == 2 && words(line).all(is_integer);
    let is_node = |line: &str| {
        let named = words(line).nth(1).is_some_and(|name| !is_integer(name));
        words(line).next().is_some_and(is_integer) && (named || words(line).count() == 5)
    };
    lines.next().is_some_and(is_header) && lines.next().is_some_and(is_node)
}

fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split_whitespace()
}

/// Reads a graph.
pub(super) fn read(text: &str, name: &str) -> Result<TaskGraph, ImportError> {
    let lines: Vec<(usize, &str)> = lines::of(text).collect();
    let Some((&(header, counts), lines)) = lines.split_first() else {
        return Err(ImportError::line(1, ImportReason::Empty));
    };
    let [nodes, edges] = exactly(header, counts, "N M")?;
    let (nodes, edges) = (number(header, nodes, NODES)?, number(header, edges, EDGES)?);
    let found = lines.len();
    if nodes.checked_add(edges) != Some(found as u64) {
        return Err(ImportError::line(header, ImportReason::LineCount { nodes, edges, found }));
    }
    // At most as many as there are lines.
    let (node_lines, edge_lines) = lines.split_at(nodes as usize);
    let nodes = node_lines.iter().enumerate().map(|(id, &(line, text))| node(id, line, text));
    let nodes = nodes.collect::<Result<Vec<_>, _>>()?;
    let preds = read_edges(edge_lines, nodes.len())?;
    let place = |error| graph_error(error, node_lines);
    build(name, &nodes, preds).map_err(place)
}

/// Returns the words of a line, which must be as many as its format has.
fn exactly<'a, const N: usize>(
    line: usize,
    text: &'a str,
    wanted: &'static str,
) -> Result<[&'a str; N], ImportError> {
    let found: Vec<&str> = words(text).collect();
    let reason = ImportReason::Words { found: found.len(), wanted };
    found.try_into().map_err(|_| ImportError::line(line, reason))
}

fn node(id: usize, line: usize, text: &str) -> Result<Node<'_>, ImportError> {
    let [given, name, _, cost, layer] = exactly(line, text, NODE_LINE)?;
    let given = number(line, given, ID)?;
    if given != id as u64 {
        return Err(ImportError::line(line, ImportReason::IdOrder { found: given, wanted: id }));
    }
    number(line, layer, LAYER)?;
    Ok(Node { name, cost: one_more(line, cost, COST)? })
}

/// N9: real graphs have zero costs and sizes, which the machine does not support.
fn one_more(line: usize, word: &str, wanted: &'static str) -> Result<u64, ImportError> {
    let more = number(line, word, wanted)?.checked_add(1);
    more.ok_or_else(|| ImportError::line(line, ImportReason::Number { found: word.to_owned(), wanted }))
}

fn read_edges(lines: &[(usize, &str)], nodes: usize) -> Result<Preds, ImportError> {
    let mut preds = vec![Vec::new(); nodes];
    let mut seen = BTreeSet::new();
    for &(line, text) in lines {
        let [from, to, size] = exactly(line, text, EDGE_LINE)?;
        let (from, to) = (end(line, from, nodes)?, end(line, to, nodes)?);
        let refused = |reason| Err(ImportError::line(line, reason));
        if from == to {
            return refused(ImportReason::Cycle(DependencyCycle::of_one(from)));
        }
        if !seen.insert((from, to)) {
            return refused(ImportReason::EdgeTwice { from, to });
        }
        preds[to].push((from, one_more(line, size, SIZE)?));
    }
    preds.iter_mut().for_each(|list| list.sort_unstable());
    Ok(preds)
}

fn end(line: usize, word: &str, nodes: usize) -> Result<usize, ImportError> {
    let id = number(line, word, ID)?;
    let index = usize::try_from(id).ok().filter(|&index| index < nodes);
    index.ok_or_else(|| ImportError::line(line, ImportReason::UnknownNode { id, nodes }))
}

fn build(name: &str, nodes: &[Node<'_>], preds: Preds) -> Result<TaskGraph, GraphError> {
    let names: BTreeSet<&str> = nodes.iter().map(|node| node.name).collect();
    let is_plain = names.len() == nodes.len();
    let bytes = preds.iter().map(|list| list.iter().map(|&(_, bytes)| bytes).collect()).collect();
    let tasks = nodes.iter().zip(&preds).enumerate().map(|(id, (node, list))| Task {
        id: if is_plain { node.name.to_owned() } else { format!("{id} {}", node.name) },
        time: node.cost,
        core: None,
        preds: list.iter().map(|&(from, _)| from).collect(),
    });
    TaskGraph::new(name, tasks.collect())?.with_bytes(bytes)
}

/// Returns the errors that the checks above leave open: cycles, and the sum of the costs.
fn graph_error(error: GraphError, nodes: &[(usize, &str)]) -> ImportError {
    match error {
        GraphError::Cycle(cycle) => ImportError::line(nodes[cycle.first()].0, ImportReason::Cycle(cycle)),
        GraphError::TimeOverflow { task } => ImportError::line(nodes[task].0, ImportReason::Graph(error)),
        _ => ImportError::line(1, ImportReason::Graph(error)),
    }
}
