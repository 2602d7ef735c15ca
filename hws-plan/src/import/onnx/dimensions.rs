//! The names that `--dim` can set in a model.

use std::collections::BTreeSet;

use super::declared;
use super::proto::{GraphProto, ValueInfoProto};
use super::{OnnxError, decode, whole};
use crate::import::error::ImportError;

/// Returns the names of all dimensions that a model leaves open, `TENSOR.AXIS` for those without a name, and of the inputs
/// that are one integer or truth value.
pub fn dimensions(bytes: &[u8]) -> Result<BTreeSet<String>, ImportError> {
    let model = decode(bytes)?;
    let graph = model.graph.as_ref().ok_or_else(|| whole(OnnxError::Nothing { what: "graph" }))?;
    let mut names = BTreeSet::new();
    open(graph, &mut names);
    let given = graph.input.iter().filter(|info| declared::is_settable(info));
    names.extend(given.map(|info| info.name.clone()));
    Ok(names)
}

/// Adds the open dimensions of a graph and of those in its nodes.
fn open(graph: &GraphProto, names: &mut BTreeSet<String>) {
    let infos = graph.input.iter().chain(&graph.output).chain(&graph.value_info);
    infos.for_each(|info| names.extend(open_in(info)));
    let attributes = graph.node.iter().flat_map(|node| &node.attribute);
    attributes.filter_map(|attribute| attribute.g.as_ref()).for_each(|body| open(body, names));
}

fn open_in(info: &ValueInfoProto) -> impl Iterator<Item = String> {
    let shape = declared::shape(info).unwrap_or_default();
    shape.iter().enumerate().filter_map(|(axis, dim)| declared::dimension(&info.name, axis, dim).err())
}
