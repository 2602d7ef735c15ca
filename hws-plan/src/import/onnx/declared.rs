//! Declared types: of graph inputs, graph outputs and tensors in between.

use std::collections::BTreeMap;

use super::dtype::DType;
use super::error::OnnxError;
use super::fact::Fact;
use super::proto::{Dimension, DimensionProto, TensorTypeProto, TypeProto, ValueInfoProto};

/// Values of named dimensions.
pub(super) type Dims = BTreeMap<String, u64>;

/// Returns the type of a graph input, whose dimensions all have to be known.
pub(super) fn input(info: &ValueInfoProto, dims: &Dims) -> Result<Fact, OnnxError> {
    let not_a_tensor = |found: &str| OnnxError::Type { found: found.into() };
    let content = content(info).ok_or_else(|| not_a_tensor("without a type"))?;
    let tensor = content.tensor_type.as_ref().ok_or_else(|| not_a_tensor("a sequence or map"))?;
    let dtype = DType::new(tensor.elem_type)
        .ok_or_else(|| not_a_tensor(&format!("of the element type {}", tensor.elem_type)))?;
    let shape = tensor.shape.as_ref().ok_or_else(|| not_a_tensor("a tensor without a shape"))?;
    let dim = |(axis, dim): (usize, &DimensionProto)| input_dim(&info.name, axis, dim, dims);
    let shape = shape.dim.iter().enumerate().map(dim).collect::<Result<_, _>>()?;
    let fact = Fact::new(dtype, shape);
    // An integer or truth value may be given like a dimension.
    let value = dims.get(&info.name).and_then(|&value| i64::try_from(value).ok());
    Ok(fact.with_values(value.map(|value| vec![value])))
}

/// Returns a type; that of an optional is its content's, as an input of the model is given.
fn content(info: &ValueInfoProto) -> Option<&TypeProto> {
    let given = info.r#type.as_ref()?;
    let inner = given.optional_type.as_ref().and_then(|optional| optional.elem_type.as_deref());
    Some(inner.unwrap_or(given))
}

fn tensor_type(info: &ValueInfoProto) -> Option<&TensorTypeProto> {
    content(info)?.tensor_type.as_ref()
}

/// Returns the declared dimensions of a tensor.
pub(super) fn shape(info: &ValueInfoProto) -> Option<&[DimensionProto]> {
    Some(&tensor_type(info)?.shape.as_ref()?.dim)
}

/// Returns whether a tensor is one integer or truth value, which the user can give.
pub(super) fn is_settable(info: &ValueInfoProto) -> bool {
    let one = |dim: &DimensionProto| dimension("", 0, dim) == Ok(1);
    let is_integer = |number| DType::new(number).is_some_and(DType::is_integer);
    tensor_type(info).is_some_and(|tensor| is_integer(tensor.elem_type))
        && shape(info).is_some_and(|dims| dims.iter().all(one))
}

/// A dimension with neither number nor name is called INPUT.AXIS; some exporters write -1 for it.
fn input_dim(input: &str, axis: usize, dim: &DimensionProto, dims: &Dims) -> Result<u64, OnnxError> {
    match dimension(input, axis, dim) {
        Ok(value) => Ok(value),
        Err(symbol) => dims.get(&symbol).copied().ok_or(OnnxError::OpenDimension { axis, symbol }),
    }
}

/// Returns a dimension, or the name under which the user can give it.
pub(super) fn dimension(tensor: &str, axis: usize, dim: &DimensionProto) -> Result<u64, String> {
    match &dim.value {
        Some(Dimension::Value(value)) if *value >= 0 => Ok(value.unsigned_abs()),
        Some(Dimension::Symbol(symbol)) if !symbol.is_empty() => Err(symbol.clone()),
        _ => Err(format!("{tensor}.{axis}")),
    }
}

/// A declared type; `None` where the declaration leaves something open.
#[derive(Clone, Debug)]
pub(super) struct Declared {
    dtype: Option<DType>,
    shape: Option<Vec<Option<u64>>>,
}

impl Declared {
    pub(super) fn new(info: &ValueInfoProto, dims: &Dims) -> Option<Self> {
        let tensor = tensor_type(info)?;
        let known = |(axis, dim): (usize, &DimensionProto)| {
            dimension(&info.name, axis, dim).map_or_else(|symbol| dims.get(&symbol).copied(), Some)
        };
        let shape = tensor.shape.as_ref().map(|shape| shape.dim.iter().enumerate().map(known).collect());
        Some(Self { dtype: DType::new(tensor.elem_type), shape })
    }

    /// Returns the declaration as a fact, if it leaves nothing open.
    pub(super) fn fact(&self) -> Option<Fact> {
        let shape = self.shape.as_ref()?.iter().copied().collect::<Option<Vec<u64>>>()?;
        Some(Fact::new(self.dtype?, shape))
    }

    /// Checks that a tensor matches its declaration; sequences and optionals are not compared.
    pub(super) fn check(&self, name: &str, fact: &Fact) -> Result<(), OnnxError> {
        if !fact.is_tensor() {
            return Ok(());
        }
        let same_type = self.dtype.is_none_or(|dtype| dtype == fact.dtype);
        let same_shape = fact.is_bound || self.shape.as_ref().is_none_or(|shape| fits(shape, &fact.shape));
        if same_type && same_shape {
            return Ok(());
        }
        let (name, inferred) = (name.to_owned(), fact.to_string());
        Err(OnnxError::Contradiction { name, declared: self.to_string(), inferred })
    }
}

fn fits(declared: &[Option<u64>], shape: &[u64]) -> bool {
    let same = |(declared, dim): (&Option<u64>, &u64)| declared.is_none_or(|declared| declared == *dim);
    declared.len() == shape.len() && declared.iter().zip(shape).all(same)
}

impl std::fmt::Display for Declared {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.dtype.map_or("", DType::name))?;
        let Some(shape) = &self.shape else { return Ok(()) };
        let dim = |dim: &Option<u64>| dim.map_or("?".to_owned(), |dim| dim.to_string());
        write!(f, "[{}]", shape.iter().map(dim).collect::<Vec<_>>().join(", "))
    }
}
