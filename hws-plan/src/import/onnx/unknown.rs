//! What operators without a rule count as: `--unknown-op`.

use std::fmt;
use std::str::FromStr;

use super::error::OnnxError;
use super::fact::Fact;
use super::ops::{Call, Operations};

/// The work of an operator without a rule, and where its outputs get their shapes.
///
/// ```
/// use hws_plan::import::onnx::UnknownOp;
/// assert_eq!("cost=bytes".parse(), Ok(UnknownOp { ops_per_element: 0, is_like_input: false }));
/// assert_eq!("cost=3,shape=input".parse(), Ok(UnknownOp { ops_per_element: 3, is_like_input: true }));
/// assert_eq!("cost=3,shape=input".parse::<UnknownOp>().unwrap().to_string(), "cost=3,shape=input");
/// assert!("cost=byte".parse::<UnknownOp>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownOp {
    /// Operations for each element of the outputs; every input and output is moved once.
    pub ops_per_element: u64,
    /// Whether an output without a declared shape has type and shape of the first input.
    pub is_like_input: bool,
}

/// The same text in its shortest form.
impl fmt::Display for UnknownOp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.ops_per_element {
            0 => f.write_str("cost=bytes")?,
            ops => write!(f, "cost={ops}")?,
        }
        if self.is_like_input { f.write_str(",shape=input") } else { Ok(()) }
    }
}

/// `cost=bytes`, `cost=N`, `shape=declared` and `shape=input`, separated by commas.
impl FromStr for UnknownOp {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (mut cost, mut shape) = (None, None);
        for part in text.split(',') {
            let (key, value) =
                part.split_once('=').ok_or_else(|| format!("`{part}` has no `=`; give {FORMS}"))?;
            let slot = match key.trim() {
                "cost" => &mut cost,
                "shape" => &mut shape,
                other => {
                    let nearest = hws_input::nearest(other, ["cost", "shape"]);
                    return Err(format!(
                        "unknown key `{other}`; {}give {FORMS}",
                        hws_input::did_you_mean(nearest)
                    ));
                }
            };
            if slot.replace(value.trim()).is_some() {
                return Err(format!("`{}` is given twice; give it once", key.trim()));
            }
        }
        let ops_per_element = match cost.ok_or_else(|| format!("`cost` is missing; give {FORMS}"))? {
            "bytes" => 0,
            number => number.parse().map_err(|_| {
                format!("`{number}` is not a cost; give `bytes`, or the operations for each element of the outputs")
            })?,
        };
        let is_like_input = match shape {
            None | Some("declared") => false,
            Some("input") => true,
            Some(other) => return Err(format!("`{other}` is not a shape; give `declared` or `input`")),
        };
        Ok(Self { ops_per_element, is_like_input })
    }
}

const FORMS: &str = "`cost=bytes` or `cost=N`, and optionally `shape=input`, separated by a comma";

impl UnknownOp {
    /// Returns the declared types of the outputs.
    pub(super) fn outputs(
        &self,
        call: &Call<'_>,
        declared: &dyn Fn(usize) -> Option<Fact>,
    ) -> Result<Vec<Fact>, OnnxError> {
        let like = call.inputs.iter().flatten().next().filter(|_| self.is_like_input);
        let like = like.map(|fact| Fact { values: None, ..(*fact).clone() });
        let output = |index| declared(index).or_else(|| like.clone()).ok_or(OnnxError::Undeclared { index });
        (0..call.outputs).map(output).collect()
    }

    /// Returns the operations of a node.
    pub(super) fn operations(&self, outputs: &[Fact]) -> Result<Operations, OnnxError> {
        let each = outputs.iter().map(|output| Operations::each(output, self.ops_per_element));
        each.into_iter().try_fold(Operations::default(), |sum, more| sum.plus(more?))
    }
}
