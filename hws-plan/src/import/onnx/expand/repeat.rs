//! `Loop`: the turns of a body one after the other.
//!
//! The number of turns is the trip count, and less if the condition is known to end the loop earlier; a condition that is
//! known only at run time does not. What a turn hands on is not moved; what all turns put out is joined at the end.

use super::{Call, Made, Stopped, size};
use crate::import::onnx::dtype::DType;
use crate::import::onnx::error::OnnxError;
use crate::import::onnx::fact::Fact;
use crate::import::onnx::proto::GraphProto;

/// Inputs of the node, and of the body, before what a turn hands on.
const BEFORE: usize = 2;

impl Call<'_, '_, '_> {
    pub(super) fn repeat(&mut self) -> Result<Made, Stopped> {
        let body = self.body_graph("body")?;
        let size = size(body);
        let turns = self.turns()?;
        // Refused before the first turn, not after the last that fits.
        let known = turns.map_or(1, |turns| turns.max(1));
        self.take_room(size, known)?;
        self.state.room += size * known;
        let mut goes_on = self.condition();
        let mut carried =
            (BEFORE..self.node.inputs.len()).map(|index| self.input(index)).collect::<Result<Vec<_>, _>>()?;
        let put_out = body.output.len().checked_sub(carried.len() + 1);
        let put_out = put_out.ok_or_else(|| self.outputs_missing(carried.len() + 1))?;
        let mut stacks = vec![Vec::new(); put_out];
        let mut turn = 0;
        while turns.is_none_or(|turns| turn < turns) && goes_on != Some(false) {
            if turns.is_none() && goes_on.is_none() {
                return Err(self.control_flow());
            }
            self.take_room(size, 1)?;
            let inputs = [&self.turn_inputs(turn, body)[..], &carried].concat();
            let made = self.body(body, &inputs, Some(turn))?;
            let made: Option<Vec<usize>> = made.into_iter().collect();
            let made = made.ok_or_else(|| self.outputs_missing(carried.len() + 1))?;
            goes_on = self.value(made[0]).map(|value| value != 0);
            let (next, out) = made[1..].split_at(carried.len());
            carried = next.to_vec();
            stacks.iter_mut().zip(out).for_each(|(stack, &tensor)| stack.push(tensor));
            turn += 1;
        }
        let results = stacks.iter().enumerate();
        let first = carried.len();
        let stacked =
            results.map(|(at, stack)| self.stacked(first + at, &body.output[1 + first + at], stack, 0));
        let stacked = stacked.collect::<Result<Vec<_>, _>>()?;
        Ok(carried.into_iter().chain(stacked).map(Some).collect())
    }

    /// Returns the trip count; `None` if there is none.
    fn turns(&self) -> Result<Option<u64>, Stopped> {
        let Some(input) = self.node.inputs.first().copied().flatten() else { return Ok(None) };
        let count = self.value(input).ok_or_else(|| self.control_flow())?;
        Ok(Some(count.max(0).unsigned_abs()))
    }

    /// Returns whether the first turn runs; `None` if that is known only at run time.
    fn condition(&self) -> Option<bool> {
        match self.node.inputs.get(1).copied().flatten() {
            Some(input) => self.value(input).map(|value| value != 0),
            None => Some(true),
        }
    }

    /// Returns the first inputs of a turn: its number, and that it runs.
    fn turn_inputs(&mut self, turn: u64, body: &GraphProto) -> [usize; BEFORE] {
        let number = i64::try_from(turn).ok().map(|turn| vec![turn]);
        let number = Fact::new(DType::INT64, Vec::new()).with_values(number);
        let runs = Fact::new(DType::BOOL, Vec::new()).with_values(Some(vec![1]));
        [(0, number), (1, runs)].map(|(index, fact)| {
            let name = self.inner_name(body, index, turn);
            self.state.tensors.add_known(name, fact, true)
        })
    }

    pub(super) fn outputs_missing(&self, least: usize) -> Stopped {
        self.refused(OnnxError::value(
            "the body",
            "one with fewer outputs",
            format!("at least {least} outputs"),
        ))
    }
}
