//! The view that a rule has of a node: the facts about its inputs, and its attributes.

use crate::import::onnx::attributes::Attributes;
use crate::import::onnx::dtype::DType;
use crate::import::onnx::error::OnnxError;
use crate::import::onnx::fact::Fact;
use crate::import::onnx::real::Real;
use crate::import::onnx::values::Values;

/// One node, as passed to its rule.
pub(in crate::import::onnx) struct Call<'a> {
    /// Version of the operator set.
    pub(in crate::import::onnx) opset: i64,
    /// Inputs in order; `None` for one that is left out.
    pub(in crate::import::onnx) inputs: Vec<Option<&'a Fact>>,
    /// The number of outputs of the node.
    pub(in crate::import::onnx) outputs: usize,
    pub(in crate::import::onnx) attributes: &'a Attributes<'a>,
}

impl<'a> Call<'a> {
    /// Returns a required input.
    pub(super) fn input(&self, index: usize) -> Result<&'a Fact, OnnxError> {
        self.optional(index).ok_or(OnnxError::NoInput { index })
    }

    /// Returns an optional input.
    pub(super) fn optional(&self, index: usize) -> Option<&'a Fact> {
        self.inputs.get(index).copied().flatten()
    }

    /// Returns the inputs that are not left out.
    pub(super) fn present(&self) -> impl Iterator<Item = &'a Fact> {
        self.inputs.iter().copied().flatten()
    }

    /// Checks that no input is a sequence or an optional.
    pub(in crate::import::onnx) fn only_tensors(&self) -> Result<(), OnnxError> {
        let other = self.inputs.iter().position(|input| input.is_some_and(|fact| !fact.is_tensor()));
        match other.and_then(|index| Some((index, self.optional(index)?))) {
            Some((index, fact)) => Err(OnnxError::value(format!("input {index}"), fact, "a tensor")),
            None => Ok(()),
        }
    }

    /// Returns the integers of a required input.
    pub(super) fn values(&self, index: usize) -> Result<&'a [i64], OnnxError> {
        self.input(index)?.integers().ok_or(OnnxError::DataDependent { index })
    }

    /// Returns the floats of a required input.
    pub(super) fn reals(&self, index: usize) -> Result<&'a [Real], OnnxError> {
        let reals = self.input(index)?.values.as_ref().and_then(Values::reals);
        reals.ok_or(OnnxError::DataDependent { index })
    }

    /// Returns the only value of an input.
    pub(super) fn single(&self, index: usize) -> Result<i64, OnnxError> {
        match self.values(index)? {
            [value] => Ok(*value),
            other => Err(OnnxError::value(format!("input {index}"), format!("{other:?}"), "one number")),
        }
    }

    /// Returns a required integer attribute that is at least `least`.
    pub(super) fn count(&self, name: &'static str, least: u64) -> Result<u64, OnnxError> {
        self.count_or_none(name, least)?.ok_or(OnnxError::NoAttribute { name })
    }

    /// Returns an integer attribute that is at least `least`, if it is present.
    pub(super) fn count_or_none(&self, name: &str, least: u64) -> Result<Option<u64>, OnnxError> {
        let Some(value) = self.attributes.int(name)? else { return Ok(None) };
        let count = u64::try_from(value).ok().filter(|&count| count >= least);
        let wrong =
            || OnnxError::value(format!("the attribute `{name}`"), value, format!("at least {least}"));
        count.map(Some).ok_or_else(wrong)
    }

    /// Returns an attribute that is the number of an element type.
    pub(super) fn dtype(&self, name: &'static str) -> Result<Option<DType>, OnnxError> {
        let Some(number) = self.attributes.int(name)? else { return Ok(None) };
        let dtype = i32::try_from(number).ok().and_then(DType::new);
        let what = || format!("the attribute `{name}`");
        dtype.map(Some).ok_or_else(|| OnnxError::value(what(), number, "the number of an element type"))
    }

    /// Returns the values of an optional input.
    pub(super) fn optional_values(&self, index: usize) -> Result<Option<&'a [i64]>, OnnxError> {
        self.optional(index).map(|_| self.values(index)).transpose()
    }

    /// Returns a list that is an attribute before operator set `since`, and input `index` from then on.
    pub(super) fn list(
        &self,
        name: &'static str,
        index: usize,
        since: i64,
    ) -> Result<Option<&'a [i64]>, OnnxError> {
        if self.opset < since { self.attributes.ints(name) } else { self.optional_values(index) }
    }

    /// Returns an integer attribute, or its default.
    pub(super) fn int_or(&self, name: &str, usual: i64) -> Result<i64, OnnxError> {
        Ok(self.attributes.int(name)?.unwrap_or(usual))
    }

    /// Returns the attribute `axis` as an index into `rank` dimensions.
    pub(super) fn axis_or(&self, usual: i64, rank: usize) -> Result<usize, OnnxError> {
        axis(self.int_or("axis", usual)?, rank)
    }

    /// One output with the type and shape of the first input.
    pub(super) fn like_first(&self) -> Result<Fact, OnnxError> {
        let first = self.input(0)?;
        Ok(Fact::new(first.dtype, first.shape.clone()))
    }
}

/// Returns an axis, counted from the end if it is negative.
pub(in crate::import::onnx) fn axis(axis: i64, rank: usize) -> Result<usize, OnnxError> {
    let from_end = if axis < 0 { axis.saturating_add(rank as i64) } else { axis };
    let index = usize::try_from(from_end).ok().filter(|&index| index < rank);
    index.ok_or_else(|| OnnxError::value("an axis", axis, axis_range(rank)))
}

/// Several axes in ascending order, each once.
pub(super) fn axes(list: &[i64], rank: usize) -> Result<Vec<usize>, OnnxError> {
    let mut axes = list.iter().map(|&one| axis(one, rank)).collect::<Result<Vec<_>, _>>()?;
    axes.sort_unstable();
    if axes.windows(2).any(|pair| pair[0] == pair[1]) {
        return Err(OnnxError::value("the list of axes", format!("{list:?}"), "each axis once"));
    }
    Ok(axes)
}

fn axis_range(rank: usize) -> String {
    match rank {
        0 => "a tensor with dimensions".to_owned(),
        rank => format!("one from -{rank} to {}", rank - 1),
    }
}

/// Checks that a shape has a number of dimensions within limits.
pub(super) fn rank_within(what: &str, fact: &Fact, least: usize, most: usize) -> Result<(), OnnxError> {
    if (least..=most).contains(&fact.rank()) {
        return Ok(());
    }
    let wanted = if most == usize::MAX { format!("at least {least}") } else { format!("{least} to {most}") };
    let found = format!("{:?}", fact.shape);
    Err(OnnxError::value(format!("the shape of {what}"), found, format!("{wanted} dimensions")))
}

/// Checks that a dimension of one input is that of another.
pub(super) fn same_dim(what: &str, found: u64, wanted: u64) -> Result<(), OnnxError> {
    if found == wanted { Ok(()) } else { Err(OnnxError::value(what, found, wanted.to_string())) }
}

/// Checks that two inputs have the same element type.
pub(super) fn same_type(what: &str, found: DType, wanted: DType) -> Result<(), OnnxError> {
    if found == wanted {
        return Ok(());
    }
    Err(OnnxError::value(format!("the element type of {what}"), found.name(), wanted.name()))
}

/// Checks the number of dimensions of a tensor.
pub(super) fn rank_is(what: &str, fact: &Fact, rank: usize) -> Result<(), OnnxError> {
    if fact.rank() == rank {
        return Ok(());
    }
    Err(OnnxError::value(
        format!("the shape of {what}"),
        format!("{:?}", fact.shape),
        format!("{rank} dimensions"),
    ))
}
