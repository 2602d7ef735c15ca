//! Attributes of a node, looked up by name and checked for the kind that a rule expects.

use super::dtype::DType;
use super::error::OnnxError;
use super::proto::{AttributeProto, GraphProto, SparseTensorProto, TensorProto};
use super::real::Real;

/// Numbers of the kinds in onnx.proto (AttributeProto.AttributeType).
const FLOAT: i32 = 1;
const INT: i32 = 2;
const STRING: i32 = 3;
const TENSOR: i32 = 4;
const GRAPH: i32 = 5;
const FLOATS: i32 = 6;
const INTS: i32 = 7;
const STRINGS: i32 = 8;

/// The attributes of one node, by name.
///
/// An attribute of a node in a function may stand for one of the function; it is then that of the call.
#[derive(Clone, Debug, Default)]
pub(super) struct Attributes<'m>(Vec<(&'m str, &'m AttributeProto)>);

impl<'m> Attributes<'m> {
    /// Returns the attributes of a node in the body of a function that was called with `arguments`. One that stands for
    /// an attribute that the call does not give is absent.
    pub(super) fn new(of_node: &'m [AttributeProto], arguments: &Self) -> Self {
        let resolved = |attribute: &'m AttributeProto| {
            let name = attribute.name.as_str();
            match attribute.ref_attr_name.as_str() {
                "" => Some((name, attribute)),
                of_function => Some((name, arguments.get(of_function)?)),
            }
        };
        Self::sorted(of_node.iter().filter_map(resolved).collect())
    }

    /// Returns the attributes of a call, and the defaults of the function for those that it does not give.
    pub(super) fn with_defaults(&self, defaults: &'m [AttributeProto]) -> Self {
        let defaults = defaults.iter().map(|one| (one.name.as_str(), one));
        Self::sorted(self.0.iter().copied().chain(defaults).collect())
    }

    /// Sorts by name, so that they are found fast; of several with one name, the first counts.
    fn sorted(mut list: Vec<(&'m str, &'m AttributeProto)>) -> Self {
        list.sort_by_key(|&(name, _)| name);
        Self(list)
    }

    fn get(&self, name: &str) -> Option<&'m AttributeProto> {
        let at = self.0.partition_point(|&(known, _)| known < name);
        self.0.get(at).filter(|&&(known, _)| known == name).map(|&(_, attribute)| attribute)
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    /// Returns the graph that a control-flow operator runs.
    pub(super) fn graph(&self, name: &'static str) -> Result<&'m GraphProto, OnnxError> {
        let graph = self.of_kind(name, GRAPH, "a graph", |a| a.g.is_some())?;
        graph.and_then(|attribute| attribute.g.as_ref()).ok_or(OnnxError::NoAttribute { name })
    }

    /// Returns a float; `None` if it is absent or not finite.
    pub(super) fn real(&self, name: &str) -> Result<Option<Real>, OnnxError> {
        let attribute = self.of_kind(name, FLOAT, "a float", |a| a.f.is_some())?;
        Ok(attribute.and_then(|attribute| Real::from_bits(attribute.f.unwrap_or(0).into(), DType::FLOAT)))
    }

    /// Returns an integer, if the attribute is present.
    pub(super) fn int(&self, name: &str) -> Result<Option<i64>, OnnxError> {
        let Some(attribute) = self.of_kind(name, INT, "an integer", |a| a.i.is_some())? else {
            return Ok(None);
        };
        Ok(Some(attribute.i.unwrap_or(0)))
    }

    /// Returns an integer used as a boolean.
    pub(super) fn flag(&self, name: &str) -> Result<bool, OnnxError> {
        Ok(self.int(name)?.is_some_and(|value| value != 0))
    }

    /// Returns a list of integers; `None` if the attribute is absent, which differs from an empty list.
    pub(super) fn ints(&self, name: &str) -> Result<Option<&'m [i64]>, OnnxError> {
        let attribute = self.of_kind(name, INTS, "a list of integers", |a| !a.ints.is_empty())?;
        Ok(attribute.map(|attribute| attribute.ints.as_slice()))
    }

    /// Returns a list of floats as bits.
    pub(super) fn floats(&self, name: &str) -> Result<Option<&'m [u32]>, OnnxError> {
        let attribute = self.of_kind(name, FLOATS, "a list of floats", |a| !a.floats.is_empty())?;
        Ok(attribute.map(|attribute| attribute.floats.as_slice()))
    }

    /// Returns the length of a list of texts.
    pub(super) fn strings(&self, name: &str) -> Result<Option<u64>, OnnxError> {
        let attribute = self.of_kind(name, STRINGS, "a list of texts", |a| !a.strings.is_empty())?;
        Ok(attribute.map(|attribute| attribute.strings.len() as u64))
    }

    /// Returns a string; bytes that are not UTF-8 are escaped.
    pub(super) fn word(&self, name: &str) -> Result<Option<String>, OnnxError> {
        let attribute = self.of_kind(name, STRING, "a string", |a| a.s.is_some())?;
        let text = attribute.map(|attribute| attribute.s.clone().unwrap_or_default());
        Ok(text.map(|bytes| String::from_utf8_lossy(&bytes).into_owned()))
    }

    /// Returns a tensor.
    pub(super) fn tensor(&self, name: &str) -> Result<Option<&'m TensorProto>, OnnxError> {
        let attribute = self.of_kind(name, TENSOR, "a tensor", |a| a.t.is_some())?;
        Ok(attribute.and_then(|attribute| attribute.t.as_ref()))
    }

    /// Returns a sparse tensor; an attribute of another kind counts as absent.
    pub(super) fn sparse(&self, name: &str) -> Option<&'m SparseTensorProto> {
        self.get(name)?.sparse_tensor.as_ref()
    }

    /// The first IR versions have no kind; there, the presence of the value decides.
    fn of_kind(
        &self,
        name: &str,
        kind: i32,
        wanted: &str,
        is_there: fn(&AttributeProto) -> bool,
    ) -> Result<Option<&'m AttributeProto>, OnnxError> {
        match self.get(name) {
            Some(attribute) if attribute.kind == kind || attribute.kind == 0 && is_there(attribute) => {
                Ok(Some(attribute))
            }
            Some(_) => Err(OnnxError::value(format!("the attribute `{name}`"), "of another kind", wanted)),
            None => Ok(None),
        }
    }
}
