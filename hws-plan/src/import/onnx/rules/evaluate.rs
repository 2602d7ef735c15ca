//! Expressions for one node.

use super::expression::{Dim, Expression, Operator, Tensor};
use crate::import::onnx::fact::Fact;
use crate::import::onnx::ops::Call;

/// A node; without outputs while their shapes are being found.
pub(super) struct Node<'a> {
    pub(super) call: &'a Call<'a>,
    pub(super) outputs: &'a [Fact],
}

impl Node<'_> {
    /// Returns a shape.
    pub(super) fn shape(&self, dims: &[Dim]) -> Result<Vec<u64>, String> {
        let mut shape = Vec::new();
        for dim in dims {
            match dim {
                Dim::One(expression) => shape.push(self.count(expression)?),
                Dim::Slice(tensor, start, end) => {
                    let all = &self.tensor(*tensor)?.shape;
                    let bound = |at: Option<i64>, usual: usize| match at {
                        None => Ok(usual),
                        Some(at) => place(at, all.len(), true).ok_or_else(|| out_of(*tensor, at, all.len())),
                    };
                    let (start, end) = (bound(*start, 0)?, bound(*end, all.len())?);
                    shape.extend(all.get(start..end).unwrap_or_default());
                }
            }
        }
        Ok(shape)
    }

    /// Returns a number that is not negative.
    pub(super) fn count(&self, expression: &Expression) -> Result<u64, String> {
        let value = self.number(expression)?;
        u64::try_from(value).map_err(|_| match value < 0 {
            true => format!("an expression is {value}, less than 0"),
            false => format!("an expression is {value}, which does not fit in 64 bits"),
        })
    }

    fn number(&self, expression: &Expression) -> Result<i128, String> {
        match expression {
            Expression::Number(number) => Ok(*number),
            Expression::Dimension(tensor, at) => {
                let shape = &self.tensor(*tensor)?.shape;
                let index =
                    place(*at, shape.len(), false).ok_or_else(|| out_of(*tensor, *at, shape.len()))?;
                Ok(shape[index].into())
            }
            Expression::Rank(tensor) => Ok(self.tensor(*tensor)?.rank() as i128),
            Expression::Elements(tensor) => {
                self.tensor(*tensor)?.elements().map(i128::from).map_err(|error| error.to_string())
            }
            Expression::Bytes(tensor) => {
                self.tensor(*tensor)?.bytes().map(i128::from).map_err(|error| error.to_string())
            }
            Expression::Present(tensor) => Ok(self.tensor(*tensor).is_ok().into()),
            Expression::Value(tensor, at) => {
                let fact = self.tensor(*tensor)?;
                let unknown = || format!("the values of {} are not known before the run", name(*tensor));
                let list = fact.integers().ok_or_else(unknown)?;
                let index = place(*at, list.len(), false).ok_or_else(|| out_of(*tensor, *at, list.len()))?;
                Ok(list[index].into())
            }
            Expression::Attribute(name, index, usual) => self.attribute(name, *index, usual.as_deref()),
            Expression::Binary(operator, left, right) => {
                let (left, right) = (self.number(left)?, self.number(right)?);
                combined(*operator, left, right)
            }
        }
    }

    fn attribute(&self, name: &str, index: Option<i64>, usual: Option<&Expression>) -> Result<i128, String> {
        let wrong = |error: crate::import::onnx::OnnxError| error.to_string();
        let missing = || match usual {
            Some(usual) => self.number(usual),
            None => Err(format!("the node has no attribute `{name}`")),
        };
        match index {
            None => {
                self.call.attributes.int(name).map_err(wrong)?.map_or_else(missing, |value| Ok(value.into()))
            }
            Some(at) => match self.call.attributes.ints(name).map_err(wrong)? {
                None => missing(),
                Some(list) => match place(at, list.len(), false) {
                    Some(index) => Ok(list[index].into()),
                    None => Err(format!("the attribute `{name}` has no element {at}, only {}", list.len())),
                },
            },
        }
    }

    /// Returns an input.
    pub(super) fn input(&self, index: usize) -> Result<&Fact, String> {
        self.tensor(Tensor::Input(index))
    }

    fn tensor(&self, tensor: Tensor) -> Result<&Fact, String> {
        let fact = match tensor {
            Tensor::Input(index) => self.call.inputs.get(index).copied().flatten(),
            Tensor::Output(index) => self.outputs.get(index),
        };
        fact.ok_or_else(|| format!("the node has no {}", name(tensor)))
    }
}

fn combined(operator: Operator, left: i128, right: i128) -> Result<i128, String> {
    let result = match operator {
        Operator::Add => left.checked_add(right),
        Operator::Subtract => left.checked_sub(right),
        Operator::Multiply => left.checked_mul(right),
        Operator::Min => Some(left.min(right)),
        Operator::Max => Some(left.max(right)),
        Operator::Divide | Operator::Remainder | Operator::Ceil if right <= 0 => {
            return Err(format!("a division by {right}, which is not above 0"));
        }
        Operator::Divide => left.checked_div_euclid(right),
        Operator::Remainder => left.checked_rem_euclid(right),
        Operator::Ceil => left.checked_add(right - 1).and_then(|sum| sum.checked_div_euclid(right)),
    };
    result.ok_or_else(|| "a number that does not fit in 128 bits".to_owned())
}

/// Returns a position, counted from the end if it is negative; the end itself only if it is allowed.
fn place(at: i64, length: usize, allows_end: bool) -> Option<usize> {
    let from_end = if at < 0 { at.checked_add(i64::try_from(length).ok()?)? } else { at };
    usize::try_from(from_end).ok().filter(|&index| index < length || allows_end && index == length)
}

fn out_of(tensor: Tensor, at: i64, length: usize) -> String {
    format!("{} has no element {at}, only {length}", name(tensor))
}

fn name(tensor: Tensor) -> String {
    match tensor {
        Tensor::Input(index) => format!("in{index}"),
        Tensor::Output(index) => format!("out{index}"),
    }
}
