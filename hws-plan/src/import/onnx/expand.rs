//! Nodes that run other nodes: functions of the model, and control flow that is decided before the run.
//!
//! A function is replaced by its body, a branch by the graph that is taken, a loop by its turns. Where that depends on
//! values that are known only at run time, the node is refused, or counted as an unknown operator.

mod branch;
mod function;
mod repeat;
mod scan;
mod sequence_map;

use super::attributes::Attributes;
use super::error::OnnxError;
use super::net;
use super::proto::{FunctionProto, GraphProto, NodeProto};
use super::scope::{Local, Scope, bodies};
use super::state::State;
use crate::import::error::ImportError;

/// Most nodes that functions and bodies add to a model, each turn and each call counting as one more.
pub(super) const ROOM: u64 = 1 << 16;
/// Most bodies inside each other.
const DEPTH_MOST: usize = 64;
/// Operators that run other graphs.
pub(super) const NAMES: &[&str] = &["If", "Loop", "Scan", "SequenceMap"];

/// What is put in place of a node.
#[derive(Clone, Copy)]
pub(super) enum Expansion<'m> {
    Function(&'m FunctionProto),
    Branch,
    Repeat,
    Scan,
    SequenceMap,
}

impl Expansion<'_> {
    pub(super) fn of_operator(op: &str) -> Option<Self> {
        match op {
            "If" => Some(Self::Branch),
            "Loop" => Some(Self::Repeat),
            "Scan" => Some(Self::Scan),
            "SequenceMap" => Some(Self::SequenceMap),
            _ => None,
        }
    }
}

/// The tensors that an expanded node makes; `None` for one that is left out.
pub(super) type Made = Vec<Option<usize>>;

/// A node that is being expanded.
struct Call<'s, 'm, 'p> {
    state: &'s mut State<'m>,
    node: &'s Local<'m>,
    attributes: &'s Attributes<'m>,
    scope: &'s Scope<'m, 'p>,
}

/// Expands a node and returns what it makes; `None` if that is not possible and the node shall count as unknown.
pub(super) fn run<'m>(
    state: &mut State<'m>,
    expansion: Expansion<'m>,
    node: &Local<'m>,
    attributes: &Attributes<'m>,
    scope: &Scope<'m, '_>,
) -> Result<Option<Made>, ImportError> {
    let counts_unknown = state.options.unknown_op.is_some();
    let mut call = Call { state, node, attributes, scope };
    let made = match expansion {
        Expansion::Function(function) => call.function(function),
        Expansion::Branch => call.branch(),
        Expansion::Repeat => call.repeat(),
        Expansion::Scan => call.scan(),
        Expansion::SequenceMap => call.sequence_map(),
    };
    match made {
        Ok(made) => Ok(Some(made)),
        Err(Stopped::Undecided(_)) if counts_unknown => Ok(None),
        Err(Stopped::Undecided(error)) => Err(node.place.error(&node.op, error)),
        Err(Stopped::Refused(error)) => Err(error),
    }
}

/// Why an expansion stopped.
enum Stopped {
    /// What is taken depends on values that are known only at run time, or is too long.
    Undecided(OnnxError),
    /// The model is wrong.
    Refused(ImportError),
}

impl From<ImportError> for Stopped {
    fn from(error: ImportError) -> Self {
        Self::Refused(error)
    }
}

impl<'m> Call<'_, 'm, '_> {
    /// Returns an error at this node.
    fn refused(&self, error: OnnxError) -> Stopped {
        Stopped::Refused(self.node.place.error(&self.node.op, error))
    }

    fn body_graph(&self, name: &'static str) -> Result<&'m GraphProto, Stopped> {
        self.attributes.graph(name).map_err(|error| self.refused(error))
    }

    /// Returns a required input.
    fn input(&self, index: usize) -> Result<usize, Stopped> {
        let input = self.node.inputs.get(index).copied().flatten();
        let input = input.ok_or_else(|| self.refused(OnnxError::NoInput { index }))?;
        Ok(self.state.tensors.resolved(input))
    }

    /// Returns the only value of a tensor, if it is known.
    fn value(&self, tensor: usize) -> Option<i64> {
        match self.state.tensors.facts[self.state.tensors.resolved(tensor)].as_ref()?.integers()? {
            [value] => Some(*value),
            _ => None,
        }
    }

    fn control_flow(&self) -> Stopped {
        Stopped::Undecided(OnnxError::ControlFlow { op: self.node.op.clone() })
    }

    /// Returns the name of an input of a body in one turn.
    fn inner_name(&self, body: &GraphProto, index: usize, turn: u64) -> String {
        let own = body.input.get(index).map_or("", |info| info.name.as_str());
        Scope::of_body(self.scope, self.node, Some(turn)).name(own)
    }

    /// Takes room for a body that runs some times.
    fn take_room(&mut self, size: u64, times: u64) -> Result<(), Stopped> {
        if self.scope.depth >= DEPTH_MOST {
            return Err(self.refused(OnnxError::TooDeep { most: DEPTH_MOST }));
        }
        let left = size.checked_mul(times).and_then(|needed| self.state.room.checked_sub(needed));
        self.state.room = left.ok_or(Stopped::Undecided(OnnxError::TooManyTurns { most: ROOM }))?;
        Ok(())
    }

    /// Runs a body once.
    fn body(&mut self, graph: &'m GraphProto, inputs: &[usize], turn: Option<u64>) -> Result<Made, Stopped> {
        let mut scope = Scope::of_body(self.scope, self.node, turn);
        if graph.input.len() != inputs.len() {
            let found = format!("one of {} inputs", graph.input.len());
            return Err(self.refused(OnnxError::value(
                "the body",
                found,
                format!("{} inputs", inputs.len()),
            )));
        }
        for (info, &tensor) in graph.input.iter().zip(inputs) {
            let tensor = self.state.tensors.resolved(tensor);
            scope.bind(&info.name, Some(tensor)).map_err(|error| self.refused(error))?;
        }
        net::constants(self.state, graph, &mut scope)?;
        let outputs = graph.output.iter().map(|output| output.name.as_str());
        self.nodes(&graph.node, outputs, &mut scope, Some(graph))
    }

    /// Runs the nodes of a body and returns the tensors with some names.
    fn nodes(
        &mut self,
        nodes: &'m [NodeProto],
        outputs: impl Iterator<Item = &'m str>,
        scope: &mut Scope<'m, '_>,
        graph: Option<&'m GraphProto>,
    ) -> Result<Made, Stopped> {
        let nodes = scope.nodes(nodes, &mut self.state.tensors)?;
        if let Some(graph) = graph {
            net::declare(self.state, graph, scope);
        }
        nodes.iter().try_for_each(|node| self.state.node(node, scope))?;
        let read = |name| scope.read(name).map_err(|error| self.refused(error));
        let made = outputs.map(read).collect::<Result<Made, _>>()?;
        Ok(made.into_iter().map(|tensor| tensor.map(|tensor| self.state.tensors.resolved(tensor))).collect())
    }
}

/// Returns the nodes and constants of a body, those of the bodies in it included, plus one.
fn size(graph: &GraphProto) -> u64 {
    graph.node.iter().map(node_size).sum::<u64>() + graph.initializer.len() as u64 + 1
}

fn node_size(node: &NodeProto) -> u64 {
    1 + bodies(node).map(size).sum::<u64>()
}
