//! The facts about a tensor: element type, shape, and the values of small integer tensors.

use std::fmt;

use super::dtype::DType;
use super::error::OnnxError;

/// Most dimensions of a tensor.
const RANK_MOST: usize = 64;
/// Larger tensors keep no values; shapes are far smaller.
pub(super) const VALUES_MOST: u64 = 256;

/// A tensor's type, and its values if they are known before the run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fact {
    pub(super) dtype: DType,
    /// Outermost dimension first.
    pub(super) shape: Vec<u64>,
    /// The integers in order, if all are known and there are few.
    pub(super) values: Option<Vec<i64>>,
}

impl Fact {
    pub(super) fn new(dtype: DType, shape: Vec<u64>) -> Self {
        Self { dtype, shape, values: None }
    }

    /// Returns the fact with values, which are dropped if there are too many or they do not fill the shape.
    pub(super) fn with_values(mut self, values: Option<Vec<i64>>) -> Self {
        let fills = |values: &Vec<i64>| self.elements().is_ok_and(|count| count == values.len() as u64);
        self.values = values.filter(|values| values.len() as u64 <= VALUES_MOST && fills(values));
        self
    }

    pub(super) fn rank(&self) -> usize {
        self.shape.len()
    }

    /// Returns the fact if it does not have too many dimensions and its size fits in 64 bits.
    pub(super) fn countable(self) -> Result<Self, OnnxError> {
        if self.rank() > RANK_MOST {
            let found = format!("{} long", self.rank());
            return Err(OnnxError::value("a shape", found, format!("at most {RANK_MOST} dimensions")));
        }
        self.bytes().map(|_| self)
    }

    /// Returns the number of elements.
    pub(super) fn elements(&self) -> Result<u64, OnnxError> {
        product(&self.shape)
    }

    /// Returns the number of bytes, rounded up.
    pub(super) fn bytes(&self) -> Result<u64, OnnxError> {
        let bits = self.elements()?.checked_mul(self.dtype.bits());
        bits.map(|bits| bits.div_ceil(8)).ok_or_else(|| OnnxError::too_large(format!("the size of {self}")))
    }
}

/// `float32[1, 3, 224, 224]`
impl fmt::Display for Fact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{:?}", self.dtype.name(), self.shape)
    }
}

/// Returns the product of dimensions.
pub(super) fn product(dims: &[u64]) -> Result<u64, OnnxError> {
    if dims.contains(&0) {
        return Ok(0);
    }
    let product = dims.iter().try_fold(1_u64, |product, &dim| product.checked_mul(dim));
    product.ok_or_else(|| OnnxError::too_large(format!("the product of {dims:?}")))
}

/// Returns a dimension as a signed number, for the arithmetic of pads and strides.
pub(super) fn signed(dim: u64) -> Result<i64, OnnxError> {
    i64::try_from(dim).map_err(|_| OnnxError::too_large(format!("the dimension {dim}")))
}
