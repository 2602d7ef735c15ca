//! The facts about a tensor: element type, shape, and the values of small tensors; and those about sequences.

use std::fmt;
use std::rc::Rc;

use super::dtype::DType;
use super::error::OnnxError;
use super::values::Values;

/// Most dimensions of a tensor.
const RANK_MOST: usize = 64;
/// Larger tensors keep no values; shapes are far smaller.
pub(super) const VALUES_MOST: u64 = 256;
/// Longest sequence.
pub(super) const ITEMS_MOST: usize = 512;

/// A tensor's type, and its values if they are known before the run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fact {
    pub(super) dtype: DType,
    /// Outermost dimension first; empty for a sequence.
    pub(super) shape: Vec<u64>,
    /// The elements in order, if all are known and there are few.
    pub(super) values: Option<Values>,
    /// Whether the shape is only the largest possible one.
    pub(super) is_bound: bool,
    pub(super) content: Content,
}

/// What the fact is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Content {
    Tensor,
    /// A sequence of tensors, all known.
    Sequence(Vec<Rc<Fact>>),
    /// An optional without content; one with content is its content.
    Nothing,
}

impl Fact {
    pub(super) fn new(dtype: DType, shape: Vec<u64>) -> Self {
        Self { dtype, shape, values: None, is_bound: false, content: Content::Tensor }
    }

    /// Returns a sequence; `dtype` counts if it is empty.
    pub(super) fn sequence(dtype: DType, items: Vec<Rc<Self>>) -> Result<Self, OnnxError> {
        if items.len() > ITEMS_MOST {
            let found = format!("{} long", items.len());
            return Err(OnnxError::value("a sequence", found, format!("at most {ITEMS_MOST} tensors")));
        }
        let dtype = items.first().map_or(dtype, |item| item.dtype);
        Ok(Self { content: Content::Sequence(items), ..Self::new(dtype, Vec::new()) })
    }

    /// Returns an optional without content.
    pub(super) fn nothing(dtype: DType) -> Self {
        Self { content: Content::Nothing, ..Self::new(dtype, Vec::new()) }
    }

    /// Returns the fact with values, which are dropped if there are too many, if they do not fill the shape, or if they
    /// are not of its type.
    pub(super) fn with_values(mut self, values: Option<impl Into<Values>>) -> Self {
        let fills = |values: &Values| self.elements().is_ok_and(|count| count == values.len() as u64);
        let fits = |values: &Values| values.integers().is_some() == self.dtype.is_integer();
        let values = values.map(Into::into).filter(|values| values.len() as u64 <= VALUES_MOST);
        self.values = values.filter(|values| fills(values) && fits(values));
        self
    }

    /// Returns the fact about a tensor if only its largest possible shape is known.
    pub(super) fn bound(dtype: DType, shape: Vec<u64>) -> Self {
        Self { is_bound: true, ..Self::new(dtype, shape) }
    }

    pub(super) fn is_tensor(&self) -> bool {
        self.content == Content::Tensor
    }

    /// Returns the integers, if they are known.
    pub(super) fn integers(&self) -> Option<&[i64]> {
        self.values.as_ref()?.integers()
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

    /// Returns the number of elements; of a sequence, those of all its tensors.
    pub(super) fn elements(&self) -> Result<u64, OnnxError> {
        self.sum(|tensor| product(&tensor.shape))
    }

    /// Returns the number of bytes, rounded up.
    pub(super) fn bytes(&self) -> Result<u64, OnnxError> {
        let too_large = |tensor: &Self| OnnxError::too_large(format!("the size of {tensor}"));
        self.sum(|tensor| {
            let bits = product(&tensor.shape)?.checked_mul(tensor.dtype.bits());
            bits.map(|bits| bits.div_ceil(8)).ok_or_else(|| too_large(tensor))
        })
    }

    /// Adds what `of` says of each tensor.
    fn sum(&self, of: impl Fn(&Self) -> Result<u64, OnnxError>) -> Result<u64, OnnxError> {
        match &self.content {
            Content::Tensor => of(self),
            Content::Nothing => Ok(0),
            Content::Sequence(items) => items.iter().try_fold(0_u64, |sum, item| {
                sum.checked_add(of(item)?).ok_or_else(|| OnnxError::too_large("the size of a sequence"))
            }),
        }
    }
}

/// `float32[1, 3, 224, 224]`
impl fmt::Display for Fact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.content {
            Content::Tensor => write!(f, "{}{:?}", self.dtype.name(), self.shape),
            Content::Sequence(items) => {
                write!(f, "a sequence of {} tensors of {}", items.len(), self.dtype.name())
            }
            Content::Nothing => write!(f, "an optional without content"),
        }
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
