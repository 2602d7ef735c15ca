//! A model before inference: nodes in order, tensors by index, and their given types.

use std::collections::BTreeMap;

use super::constants;
use super::declared::{self, Declared, Dims};
use super::error::OnnxError;
use super::fact::Fact;
use super::node::{self, Node, Tensors, at, full_name};
use super::proto::{GraphProto, ModelProto, OperatorSetIdProto, ValueInfoProto};
use crate::import::error::ImportError;

/// Since this IR version a model has to give its operator set; earlier models mean the first.
const NAMES_OPSET: i64 = 3;

/// See the module.
pub(super) struct Net {
    /// Version of the default operator set.
    pub(super) opset: i64,
    pub(super) tensors: Tensors,
    pub(super) nodes: Vec<Node>,
    /// Indices of the nodes in a topological order.
    pub(super) order: Vec<usize>,
    /// The outputs of the graph.
    pub(super) outputs: Vec<usize>,
    /// Types of constants and inputs by tensor; `None` for outputs of nodes.
    pub(super) given: Vec<Option<Fact>>,
    /// Whether a tensor is a constant of the file.
    pub(super) is_constant: Vec<bool>,
    pub(super) declared: BTreeMap<usize, Declared>,
    /// Names of the functions that the model defines.
    pub(super) functions: Vec<String>,
}

/// Resolves names. An initialiser that is also an input, as in old files, is a constant.
pub(super) fn read(model: ModelProto, dims: &Dims) -> Result<Net, ImportError> {
    let of_file = |error| super::whole(error);
    let opset = opset(&model);
    let functions = model.functions.iter().map(|one| full_name(&one.domain, &one.name)).collect();
    let mut graph = model.graph.ok_or_else(|| of_file(OnnxError::Nothing { what: "graph" }))?;
    for (what, count) in [("nodes", graph.node.len()), ("outputs", graph.output.len())] {
        if count == 0 {
            return Err(of_file(OnnxError::Nothing { what }));
        }
    }
    let opset = opset.map_err(of_file)?;
    let mut tensors = Tensors::default();
    let mut given = Vec::new();
    read_constants(&graph, &mut tensors, &mut given)?;
    let constants = given.len();
    read_inputs(&graph.input, constants, dims, &mut tensors, &mut given)?;
    let nodes = node::read(&mut graph, &mut tensors)?;
    let order = node::order(&nodes, &tensors)?;
    let read = |info: &ValueInfoProto| {
        tensors.read(&info.name).map_err(|error| at(format!("output `{}`", info.name), error))
    };
    let outputs = graph.output.iter().map(read).collect::<Result<_, _>>()?;
    let declared = declarations(&graph, &tensors, dims);
    given.resize(tensors.names.len(), None);
    let is_constant = (0..given.len()).map(|tensor| tensor < constants).collect();
    Ok(Net { opset, tensors, nodes, order, outputs, given, is_constant, declared, functions })
}

fn opset(model: &ModelProto) -> Result<i64, OnnxError> {
    let is_usual = |set: &&OperatorSetIdProto| matches!(set.domain.as_str(), "" | "ai.onnx");
    match model.opset_import.iter().find(is_usual) {
        Some(set) if set.version > 0 => Ok(set.version),
        None if model.ir_version.unwrap_or(0) < NAMES_OPSET => Ok(1),
        _ => Err(OnnxError::NoOpset),
    }
}

fn read_constants(
    graph: &GraphProto,
    tensors: &mut Tensors,
    given: &mut Vec<Option<Fact>>,
) -> Result<(), ImportError> {
    let dense = graph.initializer.iter().map(|tensor| (tensor.name.as_str(), constants::fact(tensor)));
    let sparse = graph.sparse_initializer.iter().map(|tensor| {
        let name = tensor.values.as_ref().map_or("", |values| values.name.as_str());
        (name, constants::sparse_fact(tensor))
    });
    for (name, fact) in dense.chain(sparse) {
        let place = |error| at(format!("initialiser `{name}`"), error);
        given.push(Some(fact.and_then(Fact::countable).map_err(place)?));
        tensors.make(name, None).map_err(place)?;
    }
    Ok(())
}

fn read_inputs(
    inputs: &[ValueInfoProto],
    constants: usize,
    dims: &Dims,
    tensors: &mut Tensors,
    given: &mut Vec<Option<Fact>>,
) -> Result<(), ImportError> {
    for info in inputs {
        let place = |error| at(format!("input `{}`", info.name), error);
        match tensors.get(&info.name).filter(|&tensor| tensor < constants) {
            Some(tensor) => check_default(info, given[tensor].as_ref(), dims).map_err(place)?,
            None => {
                let fact = declared::input(info, dims).and_then(Fact::countable);
                given.push(Some(fact.map_err(place)?));
                tensors.make(&info.name, None).map_err(place)?;
            }
        }
    }
    Ok(())
}

/// Checks an input that has a default value against its type.
fn check_default(info: &ValueInfoProto, fact: Option<&Fact>, dims: &Dims) -> Result<(), OnnxError> {
    match (Declared::new(info, dims), fact) {
        (Some(declared), Some(fact)) => declared.check(&info.name, fact),
        _ => Ok(()),
    }
}

/// Returns the declared types of outputs of nodes; a declaration as graph output takes precedence.
fn declarations(graph: &GraphProto, tensors: &Tensors, dims: &Dims) -> BTreeMap<usize, Declared> {
    let all = graph.value_info.iter().chain(&graph.output);
    let declared = |info: &ValueInfoProto| Some((tensors.get(&info.name)?, Declared::new(info, dims)?));
    all.filter_map(declared).collect()
}
