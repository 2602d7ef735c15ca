//! The names that a graph, a body or a function sees, and its nodes in the order in which they run.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::attributes::Attributes;
use super::error::OnnxError;
use super::node::{NodePlace, full_name};
use super::proto::{GraphProto, NodeProto};
use super::tensors::Tensors;
use crate::import::error::ImportError;
use crate::topo;

/// Longest name that a body hands on to its nodes, in characters: names of deep bodies would grow without bound.
const NAME_MOST: usize = 120;

/// Where a name is defined that no node makes.
const GIVEN: &str = "an initialiser or input of the graph";

/// See the module.
pub(super) struct Scope<'m, 'p> {
    /// Tensors by name; `None` for an input that a call leaves out.
    names: BTreeMap<&'m str, Option<usize>>,
    /// The graph around a body; functions have none.
    parent: Option<&'p Scope<'m, 'p>>,
    /// Precedes the names of tensors and nodes.
    prefix: Rc<str>,
    /// The nodes around it, for errors.
    pub(super) within: Rc<str>,
    /// Version of the default operator set.
    pub(super) opset: i64,
    /// Attributes of the call, for a function.
    pub(super) arguments: Attributes<'m>,
    /// How many bodies are around it.
    pub(super) depth: usize,
}

/// A node before its operator is applied.
pub(super) struct Local<'m> {
    pub(super) proto: &'m NodeProto,
    pub(super) place: NodePlace,
    /// Operator, preceded by its domain unless that is the default.
    pub(super) op: String,
    pub(super) inputs: Vec<Option<usize>>,
    pub(super) outputs: Vec<Option<usize>>,
    /// What its bodies read of the graphs around them.
    pub(super) captured: Vec<usize>,
}

impl<'m, 'p> Scope<'m, 'p> {
    /// The graph of the model.
    pub(super) fn of_model(opset: i64) -> Self {
        let (names, arguments) = (BTreeMap::new(), Attributes::default());
        Self { names, parent: None, prefix: "".into(), within: "".into(), opset, arguments, depth: 0 }
    }

    /// The body of a node, which sees the names around it.
    pub(super) fn of_body(parent: &'p Self, node: &Local<'m>, turn: Option<u64>) -> Self {
        let number = turn.map(|turn| format!("[{turn}]")).unwrap_or_default();
        let turn = turn.map(|turn| format!("turn {turn}, ")).unwrap_or_default();
        Self {
            parent: Some(parent),
            prefix: format!("{}{number}/", shortened(&node.place.name)).into(),
            within: format!("{}{}, {turn}", shortened(&parent.within), shortened(&node.place.text(&node.op)))
                .into(),
            arguments: parent.arguments.clone(),
            depth: parent.depth + 1,
            ..Self::of_model(parent.opset)
        }
    }

    /// The body of a function, which sees its inputs only.
    pub(super) fn of_function(
        caller: &Self,
        node: &Local<'m>,
        opset: i64,
        arguments: Attributes<'m>,
    ) -> Self {
        let body = Scope::of_body(caller, node, None);
        let (prefix, within, depth) = (body.prefix, body.within, body.depth);
        Self { prefix, within, depth, arguments, ..Self::of_model(opset) }
    }

    /// Returns the name of one of its tensors or nodes in the whole model.
    pub(super) fn name(&self, own: &str) -> String {
        if self.depth == 0 { own.to_owned() } else { format!("{}{}", self.prefix, shortened(own)) }
    }

    /// Returns the tensor with a name, here or around; `Some(None)` for an input that is left out.
    pub(super) fn find(&self, name: &str) -> Option<Option<usize>> {
        let own = self.names.get(name).copied();
        own.or_else(|| self.parent.and_then(|parent| parent.find(name)))
    }

    /// Binds the name of a constant or an input.
    pub(super) fn bind(&mut self, name: &'m str, tensor: Option<usize>) -> Result<(), OnnxError> {
        match self.names.insert(name, tensor) {
            None => Ok(()),
            Some(_) => Err(OnnxError::MadeTwice { name: name.to_owned(), first: GIVEN.to_owned() }),
        }
    }

    /// Returns the tensor of this graph with a name.
    pub(super) fn own(&self, name: &str) -> Option<usize> {
        self.names.get(name).copied().flatten()
    }

    /// Returns the tensor that a node or an output reads.
    pub(super) fn read(&self, name: &str) -> Result<Option<usize>, OnnxError> {
        self.find(name).ok_or_else(|| {
            // In the order of the file.
            let mut known: Vec<_> = self.names.iter().collect();
            known.sort_by_key(|&(_, tensor)| *tensor);
            let closest = hws_input::nearest(name, known.into_iter().map(|(name, _)| *name));
            OnnxError::UnknownInput { name: name.to_owned(), closest: closest.map(str::to_owned) }
        })
    }

    /// Returns nodes whose graph's constants and inputs have been bound, in a topological order; otherwise in the order
    /// of the file. Their outputs are new tensors.
    pub(super) fn nodes(
        &mut self,
        protos: &'m [NodeProto],
        tensors: &mut Tensors,
    ) -> Result<Vec<Local<'m>>, ImportError> {
        let first = tensors.names.len();
        // Makers within this graph, of the tensors from `first` on.
        let mut makers = Vec::new();
        let mut nodes = Vec::with_capacity(protos.len());
        for (position, proto) in protos.iter().enumerate() {
            let mut node = self.node(position, proto);
            for name in &proto.output {
                let made = (!name.is_empty()).then(|| self.made(name, position, tensors, first, &mut makers));
                node.outputs.push(made.transpose().map_err(|error| node.place.error(&node.op, error))?);
            }
            nodes.push(node);
        }
        for node in &mut nodes {
            let read = |name: &String| if name.is_empty() { Ok(None) } else { self.read(name) };
            let inputs = node.proto.input.iter().map(read).collect::<Result<Vec<_>, _>>();
            node.inputs = inputs.map_err(|error| node.place.error(&node.op, error))?;
            node.captured = self.captured(node.proto);
        }
        ordered(nodes, first, &makers)
    }

    /// Adds the output of a node; `makers` has a position for each tensor from `first` on.
    fn made(
        &mut self,
        name: &'m str,
        position: usize,
        tensors: &mut Tensors,
        first: usize,
        makers: &mut Vec<usize>,
    ) -> Result<usize, OnnxError> {
        if let Some(earlier) = self.names.get(name) {
            let own = earlier.and_then(|tensor| makers.get(tensor.checked_sub(first)?));
            let first = own.map_or_else(|| GIVEN.to_owned(), |node| format!("node {node}"));
            return Err(OnnxError::MadeTwice { name: name.to_owned(), first });
        }
        let id = tensors.add(self.name(name));
        makers.push(position);
        self.names.insert(name, Some(id));
        Ok(id)
    }

    fn node(&self, position: usize, proto: &'m NodeProto) -> Local<'m> {
        let output = || proto.output.iter().find(|name| !name.is_empty()).map_or("", String::as_str);
        let name = self.name(if proto.name.is_empty() { output() } else { &proto.name });
        Local {
            proto,
            place: NodePlace { within: self.within.clone(), position, name },
            op: full_name(&proto.domain, &proto.op_type),
            inputs: Vec::new(),
            outputs: Vec::new(),
            captured: Vec::new(),
        }
    }

    /// Returns what the bodies of a node read of the graphs around them.
    fn captured(&self, node: &NodeProto) -> Vec<usize> {
        let mut free = BTreeSet::new();
        bodies(node).for_each(|body| free_names(body, &mut free));
        free.into_iter().filter_map(|name| self.find(name).flatten()).collect()
    }
}

/// The graphs that are attributes of a node.
pub(super) fn bodies(node: &NodeProto) -> impl Iterator<Item = &GraphProto> {
    node.attribute.iter().filter_map(|attribute| attribute.g.as_ref())
}

/// Adds the names that a body reads and does not define.
fn free_names<'g>(body: &'g GraphProto, free: &mut BTreeSet<&'g str>) {
    let mut read = BTreeSet::new();
    for node in &body.node {
        read.extend(node.input.iter().map(String::as_str));
        bodies(node).for_each(|inner| free_names(inner, &mut read));
    }
    read.extend(body.output.iter().map(|output| output.name.as_str()));
    let made = body.node.iter().flat_map(|node| &node.output).map(String::as_str);
    let given = body.input.iter().map(|input| input.name.as_str());
    let constants = body.initializer.iter().map(|tensor| tensor.name.as_str());
    let own: BTreeSet<&str> = made.chain(given).chain(constants).collect();
    free.extend(read.difference(&own));
}

fn ordered<'m>(nodes: Vec<Local<'m>>, first: usize, makers: &[usize]) -> Result<Vec<Local<'m>>, ImportError> {
    let preds = |node: &Local<'m>| {
        let read = node.inputs.iter().flatten().chain(&node.captured);
        let preds: BTreeSet<usize> =
            read.filter_map(|tensor| makers.get(tensor.checked_sub(first)?)).copied().collect();
        preds.into_iter().collect()
    };
    let preds: Vec<Vec<usize>> = nodes.iter().map(preds).collect();
    let order = topo::topological(&preds)
        .map_err(|cycle| nodes[cycle.first()].place.error(&nodes[cycle.first()].op, OnnxError::Cycle))?;
    let mut nodes: Vec<Option<Local<'m>>> = nodes.into_iter().map(Some).collect();
    Ok(order.into_iter().filter_map(|node| nodes[node].take()).collect())
}

/// Returns the beginning of a long name.
fn shortened(name: &str) -> String {
    match name.char_indices().nth(NAME_MOST) {
        Some((end, _)) => format!("{}…", &name[..end]),
        None => name.to_owned(),
    }
}
