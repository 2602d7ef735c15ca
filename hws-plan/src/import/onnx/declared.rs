//! Declared types: of graph inputs, graph outputs and tensors in between.

use std::collections::BTreeMap;

use super::dtype::DType;
use super::error::OnnxError;
use super::fact::Fact;
use super::proto::{Dimension, DimensionProto, TensorTypeProto, ValueInfoProto};

/// Values of named dimensions.
pub(super) type Dims = BTreeMap<String, u64>;

/// Returns the type of a graph input, whose dimensions all have to be known.
pub(super) fn input(info: &ValueInfoProto, dims: &Dims) -> Result<Fact, OnnxError> {
    let not_a_tensor = |found: &str| OnnxError::Type { found: found.into() };
    let tensor = tensor_type(info).ok_or_else(|| not_a_tensor("not a tensor"))?;
    let dtype = DType::new(tensor.elem_type)
        .ok_or_else(|| not_a_tensor(&format!("of the element type {}", tensor.elem_type)))?;
    let shape = tensor.shape.as_ref().ok_or_else(|| not_a_tensor("a tensor without a shape"))?;
    let dim = |(axis, dim): (usize, &DimensionProto)| input_dim(&info.name, axis, dim, dims);
    let shape = shape.dim.iter().enumerate().map(dim).collect::<Result<_, _>>()?;
    Ok(Fact::new(dtype, shape))
}

fn tensor_type(info: &ValueInfoProto) -> Option<&TensorTypeProto> {
    info.r#type.as_ref()?.tensor_type.as_ref()
}

/// A dimension with neither number nor name is called INPUT.AXIS; some exporters write -1 for it.
fn input_dim(input: &str, axis: usize, dim: &DimensionProto, dims: &Dims) -> Result<u64, OnnxError> {
    let symbol = match &dim.value {
        Some(Dimension::Value(value)) if *value >= 0 => return Ok(value.unsigned_abs()),
        Some(Dimension::Symbol(symbol)) if !symbol.is_empty() => symbol.clone(),
        _ => format!("{input}.{axis}"),
    };
    let open = || OnnxError::OpenDimension { axis, symbol: symbol.clone() };
    dims.get(&symbol).copied().ok_or_else(open)
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
        let known = |dim: &DimensionProto| match dim.value.as_ref()? {
            Dimension::Value(value) => u64::try_from(*value).ok(),
            Dimension::Symbol(symbol) => dims.get(symbol).copied(),
        };
        let shape = tensor.shape.as_ref().map(|shape| shape.dim.iter().map(known).collect());
        Some(Self { dtype: DType::new(tensor.elem_type), shape })
    }

    /// Checks that a tensor matches its declaration.
    pub(super) fn check(&self, name: &str, fact: &Fact) -> Result<(), OnnxError> {
        let same_type = self.dtype.is_none_or(|dtype| dtype == fact.dtype);
        let same_shape = self.shape.as_ref().is_none_or(|shape| fits(shape, &fact.shape));
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
