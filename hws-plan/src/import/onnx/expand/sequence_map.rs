//! `SequenceMap`: a body for each tensor of a sequence.

use std::rc::Rc;

use super::{Call, Made, Stopped, size};
use crate::import::onnx::dtype::DType;
use crate::import::onnx::error::OnnxError;
use crate::import::onnx::fact::{Content, Fact};
use crate::import::onnx::ops::Traffic;

impl Call<'_, '_, '_> {
    pub(super) fn sequence_map(&mut self) -> Result<Made, Stopped> {
        let body = self.body_graph("body")?;
        let inputs = (0..self.node.inputs.len()).map(|at| self.input(at)).collect::<Result<Vec<_>, _>>()?;
        let first = inputs.first().and_then(|&first| self.items(first));
        let turns = first.ok_or_else(|| {
            self.refused(OnnxError::value("input 0", "not a sequence", "a sequence whose tensors are known"))
        })?;
        self.take_room(size(body), turns.len() as u64)?;
        let mut stacks = vec![Vec::new(); body.output.len()];
        for turn in 0..turns.len() {
            let mut given = Vec::with_capacity(inputs.len());
            for (at, &input) in inputs.iter().enumerate() {
                let name = self.inner_name(body, at, turn as u64);
                given.push(self.item(input, turn, name)?);
            }
            let made = self.body(body, &given, Some(turn as u64))?;
            stacks.iter_mut().zip(made).for_each(|(stack, tensor)| stack.extend(tensor));
        }
        let mut results = Vec::new();
        for (output, stack) in stacks.iter().enumerate() {
            let facts = stack.iter().filter_map(|&tensor| self.state.tensors.facts[tensor].clone());
            let sequence = Fact::sequence(DType::FLOAT, facts.map(Rc::new).collect());
            let sequence = sequence.map_err(|error| self.refused(error))?;
            results.push(Some(self.gathered(output, sequence, Traffic::View, stack)?));
        }
        Ok(results)
    }

    /// Returns the tensors of a sequence.
    fn items(&self, tensor: usize) -> Option<Vec<Rc<Fact>>> {
        match &self.state.tensors.facts[tensor].as_ref()?.content {
            Content::Sequence(items) => Some(items.clone()),
            _ => None,
        }
    }

    /// Returns what a turn sees of an input: a tensor of a sequence, or the input.
    fn item(&mut self, input: usize, turn: usize, name: String) -> Result<usize, Stopped> {
        let Some(items) = self.items(input) else { return Ok(input) };
        let fact = items.get(turn).map(|fact| (**fact).clone());
        let fact = fact.ok_or_else(|| {
            self.refused(OnnxError::value("the lengths of its sequences", "different", "one length"))
        })?;
        Ok(self.state.tensors.add_part(name, input, fact))
    }
}
