//! A function as a graph: its edges and its outputs.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use super::super::syntax::Function;
use super::directions::Directions;
use super::nodes::Nodes;
use crate::import::ImportError;
use crate::import::LanguageFault;
use crate::topo;

/// Returns the JSON of a function; `costs` has the latency of each of its instructions.
pub(super) fn of<'t>(
    function: &Function<'t>,
    directions: &Directions<'t>,
    costs: &BTreeMap<String, i64>,
) -> Result<Value, ImportError> {
    let mut nodes = Nodes::of(function, directions, costs)?;
    if nodes.list.is_empty() {
        let what = format!("function `@{}` has no parameters and no instructions", function.name);
        return Err(LanguageFault::rule(what, "add instructions, or remove it").at(function.at));
    }
    let mut edges = edges(&nodes)?;
    check_circles(&nodes, &edges)?;
    let feeds: BTreeSet<usize> = edges.iter().map(|&(from, _)| from).collect();
    let mut ports = Vec::new();
    for output in directions.of_call(function.name, &function.parameters, true) {
        let from = nodes.producer(&output)?;
        let json = &mut nodes.list[from].json;
        // An output that feeds another node has a port of its own (T8).
        if !feeds.contains(&from) && (json["kind"] == "op" || json["kind"] == "call") {
            json["output"] = true.into();
        } else {
            edges.push((from, nodes.list.len() + ports.len()));
            ports.push(json!({"id": format!("{output}:out"), "kind": "out"}));
        }
    }
    let nodes: Vec<Value> = nodes.list.into_iter().map(|node| node.json).chain(ports).collect();
    let edge = |&(from, to): &(usize, usize)| json!({"from": nodes[from]["id"], "to": nodes[to]["id"]});
    let edges: Vec<Value> = edges.iter().map(edge).collect();
    Ok(json!({ "nodes": nodes, "edges": edges }))
}

/// An edge from the producer of each variable to each node that reads it; a reduction has none to itself.
fn edges(nodes: &Nodes<'_>) -> Result<Vec<(usize, usize)>, ImportError> {
    let (mut edges, mut seen) = (Vec::new(), BTreeSet::new());
    for (to, node) in nodes.list.iter().enumerate() {
        for variable in &node.reads {
            let from = nodes.producer(variable)?;
            let is_fold = from == to && !node.json["reduction"].is_null();
            if !is_fold && seen.insert((from, to)) {
                edges.push((from, to));
            }
        }
    }
    Ok(edges)
}

fn check_circles(nodes: &Nodes<'_>, edges: &[(usize, usize)]) -> Result<(), ImportError> {
    let mut preds = vec![Vec::new(); nodes.list.len()];
    edges.iter().for_each(|&(from, to)| preds[to].push(from));
    match topo::topological(&preds) {
        Ok(_) => Ok(()),
        Err(cycle) => {
            let what = "the instruction waits for its own result, directly or through others";
            Err(LanguageFault::rule(what, "break the circle").at(nodes.list[cycle.first()].at))
        }
    }
}
