//! Attributes of a node, looked up by name and checked for the kind that a rule expects.

use super::error::OnnxError;
use super::proto::{AttributeProto, SparseTensorProto, TensorProto};

/// Numbers of the kinds in onnx.proto (AttributeProto.AttributeType).
const INT: i32 = 2;
const STRING: i32 = 3;
const TENSOR: i32 = 4;
const FLOATS: i32 = 6;
const INTS: i32 = 7;

/// The attributes of one node.
#[derive(Clone, Debug, Default)]
pub(super) struct Attributes(pub(super) Vec<AttributeProto>);

impl Attributes {
    fn get(&self, name: &str) -> Option<&AttributeProto> {
        self.0.iter().find(|attribute| attribute.name == name)
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.get(name).is_some()
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
    pub(super) fn ints(&self, name: &str) -> Result<Option<&[i64]>, OnnxError> {
        let attribute = self.of_kind(name, INTS, "a list of integers", |a| !a.ints.is_empty())?;
        Ok(attribute.map(|attribute| attribute.ints.as_slice()))
    }

    /// Returns the length of a list of floats.
    pub(super) fn floats(&self, name: &str) -> Result<Option<u64>, OnnxError> {
        let attribute = self.of_kind(name, FLOATS, "a list of floats", |a| !a.floats.is_empty())?;
        Ok(attribute.map(|attribute| attribute.floats.len() as u64))
    }

    /// Returns a string; bytes that are not UTF-8 are escaped.
    pub(super) fn word(&self, name: &str) -> Result<Option<String>, OnnxError> {
        let attribute = self.of_kind(name, STRING, "a string", |a| a.s.is_some())?;
        let text = attribute.map(|attribute| attribute.s.clone().unwrap_or_default());
        Ok(text.map(|bytes| String::from_utf8_lossy(&bytes).into_owned()))
    }

    /// Returns a tensor.
    pub(super) fn tensor(&self, name: &str) -> Result<Option<&TensorProto>, OnnxError> {
        let attribute = self.of_kind(name, TENSOR, "a tensor", |a| a.t.is_some())?;
        Ok(attribute.and_then(|attribute| attribute.t.as_ref()))
    }

    /// Returns a sparse tensor; an attribute of another kind counts as absent.
    pub(super) fn sparse(&self, name: &str) -> Option<&SparseTensorProto> {
        self.get(name)?.sparse_tensor.as_ref()
    }

    /// The first IR versions have no kind; there, the presence of the value decides.
    fn of_kind(
        &self,
        name: &str,
        kind: i32,
        wanted: &str,
        is_there: fn(&AttributeProto) -> bool,
    ) -> Result<Option<&AttributeProto>, OnnxError> {
        match self.get(name) {
            Some(attribute) if attribute.kind == kind || attribute.kind == 0 && is_there(attribute) => {
                Ok(Some(attribute))
            }
            Some(_) => Err(OnnxError::value(format!("the attribute `{name}`"), "of another kind", wanted)),
            None => Ok(None),
        }
    }
}
