//! `Scan`: a body for each slice of its inputs.

use super::{Call, Made, Stopped, size};
use crate::import::onnx::declared::Declared;
use crate::import::onnx::dtype::DType;
use crate::import::onnx::error::OnnxError;
use crate::import::onnx::fact::Fact;
use crate::import::onnx::ops::{Traffic, axis};
use crate::import::onnx::proto::ValueInfoProto;

/// The operator has had one form since this operator set.
const SINCE: i64 = 9;

impl Call<'_, '_, '_> {
    pub(super) fn scan(&mut self) -> Result<Made, Stopped> {
        if self.scope.opset < SINCE {
            let wanted = format!("operator set {SINCE} or later: onnx.version_converter");
            return Err(self.refused(OnnxError::value("the operator set", self.scope.opset, wanted)));
        }
        let body = self.body_graph("body")?;
        let count = self.attributes.int("num_scan_inputs").map_err(|error| self.refused(error))?;
        let scanned = count.and_then(|count| usize::try_from(count).ok()).filter(|&count| count > 0);
        let inputs = (0..self.node.inputs.len()).map(|at| self.input(at)).collect::<Result<Vec<_>, _>>()?;
        let states = scanned.and_then(|scanned| inputs.len().checked_sub(scanned));
        let states = states.ok_or_else(|| {
            self.refused(OnnxError::value(
                "the attribute `num_scan_inputs`",
                "not that of its inputs",
                "their number",
            ))
        })?;
        let (mut carried, wholes) = (inputs[..states].to_vec(), inputs[states..].to_vec());
        let axes = self.axes("scan_input_axes", &wholes)?;
        let turns = self.fact(wholes[0]).shape[axes[0]];
        let put_out = body.output.len().checked_sub(states).ok_or_else(|| self.outputs_missing(states))?;
        let size = size(body);
        self.take_room(size, turns)?;
        let mut stacks = vec![Vec::new(); put_out];
        for turn in 0..turns {
            let mut slices = Vec::with_capacity(wholes.len());
            for (at, (&whole, &axis)) in wholes.iter().zip(&axes).enumerate() {
                let name = self.inner_name(body, states + at, turn);
                slices.push(self.slice(whole, axis, name));
            }
            let made = self.body(body, &[&carried[..], &slices].concat(), Some(turn))?;
            let made: Option<Vec<usize>> = made.into_iter().collect();
            let made = made.ok_or_else(|| self.outputs_missing(states))?;
            carried = made[..states].to_vec();
            stacks.iter_mut().zip(&made[states..]).for_each(|(stack, &tensor)| stack.push(tensor));
        }
        let places = self
            .attributes
            .ints("scan_output_axes")
            .map_err(|error| self.refused(error))?
            .unwrap_or_default();
        let mut results = Vec::new();
        for (at, stack) in stacks.iter().enumerate() {
            let axis = places.get(at).copied().unwrap_or(0);
            results.push(self.stacked(states + at, &body.output[states + at], stack, axis)?);
        }
        Ok(carried.into_iter().chain(results).map(Some).collect())
    }

    fn fact(&self, tensor: usize) -> Fact {
        let fact = self.state.tensors.facts[tensor].clone();
        // Inputs have been visited before the node.
        fact.unwrap_or_else(|| Fact::new(DType::FLOAT, Vec::new()))
    }

    /// Returns the axis of each input along which it is cut; all are equally long.
    fn axes(&self, name: &str, wholes: &[usize]) -> Result<Vec<usize>, Stopped> {
        let given = self.attributes.ints(name).map_err(|error| self.refused(error))?.unwrap_or_default();
        let along = |(at, &whole): (usize, &usize)| {
            let fact = self.fact(whole);
            axis(given.get(at).copied().unwrap_or(0), fact.rank()).map(|axis| (axis, fact.shape[axis]))
        };
        let axes = wholes.iter().enumerate().map(along).collect::<Result<Vec<_>, _>>();
        let axes = axes.map_err(|error| self.refused(error))?;
        if axes.iter().any(|&(_, length)| length != axes[0].1) {
            let found = axes.iter().map(|(_, length)| length.to_string()).collect::<Vec<_>>().join(" and ");
            return Err(self.refused(OnnxError::value("the lengths of its slices", found, "one length")));
        }
        Ok(axes.into_iter().map(|(axis, _)| axis).collect())
    }

    fn slice(&mut self, whole: usize, axis: usize, name: String) -> usize {
        let mut fact = self.fact(whole);
        fact.shape.remove(axis);
        self.state.tensors.add_part(name, whole, Fact::new(fact.dtype, fact.shape))
    }

    /// Joins what the turns put out, along a new axis.
    pub(super) fn stacked(
        &mut self,
        output: usize,
        info: &ValueInfoProto,
        turns: &[usize],
        place: i64,
    ) -> Result<usize, Stopped> {
        let fact = match turns.first() {
            Some(&first) => self.fact(first),
            // No turn: the declaration of the body has type and shape.
            None => Declared::new(info, &self.state.options.dims)
                .and_then(|declared| declared.fact())
                .ok_or_else(|| self.refused(OnnxError::Undeclared { index: output }))?,
        };
        if let Some(other) = turns.iter().map(|&turn| self.fact(turn)).find(|other| other.shape != fact.shape)
        {
            let wanted = format!("{fact} in every turn");
            return Err(self.refused(OnnxError::value(format!("its output {output}"), other, wanted)));
        }
        let mut shape = fact.shape;
        let at = axis(place, shape.len() + 1).map_err(|error| self.refused(error))?;
        shape.insert(at, turns.len() as u64);
        self.gathered(output, Fact::new(fact.dtype, shape), Traffic::All, turns)
    }

    /// Adds the node that puts together an output from the tensors of all turns.
    pub(super) fn gathered(
        &mut self,
        output: usize,
        fact: Fact,
        traffic: Traffic,
        turns: &[usize],
    ) -> Result<usize, Stopped> {
        let name = self.node.outputs.get(output).copied().flatten();
        let name = name.map_or_else(String::new, |tensor| self.state.tensors.names[tensor].clone());
        self.state
            .gather(self.node, self.scope, fact, traffic, turns, name)
            .map_err(|error| self.refused(error))
    }
}
