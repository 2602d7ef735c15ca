//! Finds every operator without a rule before anything else is done, so that one error lists them all.

use std::collections::{BTreeMap, BTreeSet};

use super::error::{MissingOperator, OnnxError};
use super::expand;
use super::node::full_name;
use super::proto::{FunctionProto, GraphProto, NodeProto};
use super::rule::Rule;
use super::scope::{Local, bodies};
use super::state::known_names;
use super::whole;
use crate::import::ImportOptions;
use crate::import::error::ImportError;

/// Most operators that the error lists.
const LISTED_MOST: usize = 20;

/// Functions by full name and overload.
type Functions<'m> = BTreeMap<(String, &'m str), &'m FunctionProto>;

/// Refuses a model that uses operators without a rule.
pub(super) fn check<'m>(
    graph: &'m GraphProto,
    functions: &Functions<'m>,
    options: &ImportOptions,
) -> Result<(), ImportError> {
    let mut search =
        Search { functions, options, seen: BTreeSet::new(), waiting: Vec::new(), missing: BTreeMap::new() };
    search.nodes(&graph.node);
    while let Some(function) = search.waiting.pop() {
        search.nodes(&function.node);
    }
    let mut missing: Vec<MissingOperator> = search.missing.into_values().collect();
    if missing.is_empty() {
        return Ok(());
    }
    missing.sort_by_key(|missing| missing.order);
    let more = missing.len().saturating_sub(LISTED_MOST);
    missing.truncate(LISTED_MOST);
    for missing in &mut missing {
        missing.closest = hws_input::nearest(&missing.op, known_names()).map(str::to_owned);
    }
    Err(whole(OnnxError::UnknownOperators { missing, more }))
}

/// Returns the error of a node that the search has overlooked.
pub(super) fn one(node: &Local<'_>) -> OnnxError {
    OnnxError::UnknownOperators {
        missing: vec![missing(&node.op, node.place.position, node.proto, 0)],
        more: 0,
    }
}

struct Search<'s, 'm> {
    functions: &'s Functions<'m>,
    options: &'s ImportOptions,
    /// Functions that have been found.
    seen: BTreeSet<(String, &'m str)>,
    /// Functions whose nodes have not been visited.
    waiting: Vec<&'m FunctionProto>,
    missing: BTreeMap<String, MissingOperator>,
}

impl<'m> Search<'_, 'm> {
    /// The decoder bounds the depth of bodies.
    fn nodes(&mut self, nodes: &'m [NodeProto]) {
        for (position, node) in nodes.iter().enumerate() {
            self.node(position, node);
            for body in bodies(node) {
                self.nodes(&body.node);
            }
        }
    }

    fn node(&mut self, position: usize, node: &'m NodeProto) {
        let op = full_name(&node.domain, &node.op_type);
        if self.options.rules.find(&op).is_some() {
            return;
        }
        if let Some((key, &function)) = self.functions.get_key_value(&(op.clone(), node.overload.as_str())) {
            if self.seen.insert(key.clone()) {
                self.waiting.push(function);
            }
            return;
        }
        if expand::NAMES.contains(&op.as_str()) || Rule::find(&op, self.options).is_some() {
            return;
        }
        let order = self.missing.len();
        let found = self.missing.entry(op).or_insert_with_key(|op| missing(op, position, node, order));
        found.nodes += 1;
    }
}

fn missing(op: &str, position: usize, node: &NodeProto, order: usize) -> MissingOperator {
    let output = || node.output.iter().find(|name| !name.is_empty()).cloned().unwrap_or_default();
    let name = if node.name.is_empty() { output() } else { node.name.clone() };
    let first = format!("node {position} `{name}`");
    MissingOperator { op: op.to_owned(), nodes: 0, first, order, closest: None }
}
