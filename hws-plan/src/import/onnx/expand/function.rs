//! Functions of the model.

use super::{Call, Made, Stopped, node_size};
use crate::import::onnx::error::OnnxError;
use crate::import::onnx::net;
use crate::import::onnx::proto::FunctionProto;
use crate::import::onnx::scope::Scope;

impl<'m> Call<'_, 'm, '_> {
    /// Runs the body of a function with the inputs and attributes of the node.
    pub(super) fn function(&mut self, function: &'m FunctionProto) -> Result<Made, Stopped> {
        let size = function.node.iter().map(node_size).sum::<u64>() + 1;
        self.take_room(size, 1).map_err(|stopped| match stopped {
            // Functions are always expanded: they have no other meaning.
            Stopped::Undecided(error) => self.refused(error),
            refused @ Stopped::Refused(_) => refused,
        })?;
        let (found, most) = (self.node.inputs.len(), function.input.len());
        if found > most {
            return Err(self.refused(OnnxError::Inputs { found, least: 0, most }));
        }
        let arguments = self.attributes.with_defaults(&function.attribute_proto);
        let opset = net::default_set(&function.opset_import).unwrap_or(self.scope.opset);
        let mut scope = Scope::of_function(self.scope, self.node, opset, arguments);
        for (index, name) in function.input.iter().enumerate() {
            let input = self.node.inputs.get(index).copied().flatten();
            let input = input.map(|tensor| self.state.tensors.resolved(tensor));
            scope.bind(name, input).map_err(|error| self.refused(error))?;
        }
        self.nodes(&function.node, function.output.iter().map(String::as_str), &mut scope, None)
    }
}
