//! The graph of a model: its constants, inputs, outputs and declarations, and the version of the operators.

use super::constants;
use super::declared::{self, Declared};
use super::error::OnnxError;
use super::fact::Fact;
use super::node::at;
use super::proto::{GraphProto, ModelProto, OperatorSetIdProto, ValueInfoProto};
use super::scope::Scope;
use super::state::State;
use crate::import::error::ImportError;

/// Since this IR version a model has to give its operator set; earlier models mean the first.
const NAMES_OPSET: i64 = 3;

/// Returns the graph of a model, which has nodes and outputs.
pub(super) fn graph(model: &ModelProto) -> Result<&GraphProto, OnnxError> {
    let graph = model.graph.as_ref().ok_or(OnnxError::Nothing { what: "graph" })?;
    for (what, count) in [("nodes", graph.node.len()), ("outputs", graph.output.len())] {
        if count == 0 {
            return Err(OnnxError::Nothing { what });
        }
    }
    Ok(graph)
}

/// Returns the version of the default operator set.
pub(super) fn opset(model: &ModelProto) -> Result<i64, OnnxError> {
    match default_set(&model.opset_import) {
        Some(version) if version > 0 => Ok(version),
        // Only operators of other domains.
        None if !model.opset_import.is_empty() && !uses_default(model) => Ok(1),
        None if model.ir_version.unwrap_or(0) < NAMES_OPSET => Ok(1),
        _ => Err(OnnxError::NoOpset),
    }
}

fn uses_default(model: &ModelProto) -> bool {
    let nodes = model.graph.iter().flat_map(|graph| &graph.node);
    nodes.into_iter().any(|node| matches!(node.domain.as_str(), "" | "ai.onnx"))
}

/// Returns the version of the default operator set in a list.
pub(super) fn default_set(sets: &[OperatorSetIdProto]) -> Option<i64> {
    let is_usual = |set: &&OperatorSetIdProto| matches!(set.domain.as_str(), "" | "ai.onnx");
    sets.iter().find(is_usual).map(|set| set.version)
}

/// Runs the graph of a model and returns its outputs.
pub(super) fn run<'m>(
    state: &mut State<'m>,
    graph: &'m GraphProto,
    scope: &mut Scope<'m, '_>,
) -> Result<Vec<usize>, ImportError> {
    constants(state, graph, scope)?;
    inputs(state, &graph.input, scope)?;
    let nodes = scope.nodes(&graph.node, &mut state.tensors)?;
    let of_output = |info: &ValueInfoProto, error| at(format!("output `{}`", info.name), error);
    let read = |info: &ValueInfoProto| scope.read(&info.name).map_err(|error| of_output(info, error));
    let outputs: Vec<Option<usize>> = graph.output.iter().map(read).collect::<Result<_, _>>()?;
    declare(state, graph, scope);
    nodes.iter().try_for_each(|node| state.node(node, scope))?;
    Ok(outputs.into_iter().flatten().map(|tensor| state.tensors.resolved(tensor)).collect())
}

/// Adds the constants of a graph.
pub(super) fn constants<'m>(
    state: &mut State<'m>,
    graph: &'m GraphProto,
    scope: &mut Scope<'m, '_>,
) -> Result<(), ImportError> {
    let dense = graph.initializer.iter().map(|tensor| (tensor.name.as_str(), constants::fact(tensor)));
    let sparse = graph.sparse_initializer.iter().map(|tensor| {
        let name = tensor.values.as_ref().map_or("", |values| values.name.as_str());
        (name, constants::sparse_fact(tensor))
    });
    for (name, fact) in dense.chain(sparse) {
        let place = |error| at(format!("{}initialiser `{name}`", scope.within), error);
        let fact = fact.and_then(Fact::countable).map_err(place)?;
        let id = state.tensors.add_known(scope.name(name), fact, true);
        let within = scope.within.clone();
        scope.bind(name, Some(id)).map_err(|error| at(format!("{within}initialiser `{name}`"), error))?;
    }
    Ok(())
}

/// Adds the inputs of the model. An initialiser that is also an input, as in old files, is a constant.
fn inputs<'m>(
    state: &mut State<'m>,
    inputs: &'m [ValueInfoProto],
    scope: &mut Scope<'m, '_>,
) -> Result<(), ImportError> {
    let dims = &state.options.dims;
    for info in inputs {
        let place = |error| at(format!("input `{}`", info.name), error);
        match scope.own(&info.name).filter(|&tensor| state.tensors.is_constant[tensor]) {
            Some(tensor) => {
                let fact = state.tensors.facts[tensor].as_ref();
                check_default(info, fact, state).map_err(place)?;
            }
            None => {
                let fact = declared::input(info, dims).and_then(Fact::countable).map_err(place)?;
                let id = state.tensors.add_known(info.name.clone(), fact, false);
                scope.bind(&info.name, Some(id)).map_err(place)?;
            }
        }
    }
    Ok(())
}

/// Checks an input that has a default value against its type.
fn check_default(info: &ValueInfoProto, fact: Option<&Fact>, state: &State<'_>) -> Result<(), OnnxError> {
    match (Declared::new(info, &state.options.dims), fact) {
        (Some(declared), Some(fact)) => declared.check(&info.name, fact),
        _ => Ok(()),
    }
}

/// Keeps the declared types of outputs of nodes; a declaration as graph output takes precedence.
pub(super) fn declare(state: &mut State<'_>, graph: &GraphProto, scope: &Scope<'_, '_>) {
    for info in graph.value_info.iter().chain(&graph.output) {
        let declared = Declared::new(info, &state.options.dims);
        if let (Some(tensor), Some(declared)) = (scope.own(&info.name), declared) {
            state.tensors.declared[tensor] = Some(declared);
        }
    }
}
