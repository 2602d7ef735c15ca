//! One line per operator: name, minimum and maximum number of inputs, shape rule, operations; then special traits.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use super::{
    Operator, constant, conv, count, elementwise as each, layout, matrix, normalise, pool, reduce, select,
    view,
};

const ANY: usize = usize::MAX;

/// Abbreviations that keep the lines of the table short.
macro_rules! op {
    ($name:literal, $least:expr, $most:expr, $rule:expr, $count:expr) => {
        Operator::new($name, $least, $most, $rule, $count)
    };
}

/// In the order of the families in docs/workloads.md.
const TABLE: &[Operator] = &[
    // Convolutions and products.
    op!("Conv", 2, 3, conv::shape, conv::operations),
    op!("ConvInteger", 2, 4, conv::integer_shape, conv::integer_operations),
    op!("ConvTranspose", 2, 3, conv::transposed_shape, conv::transposed_operations),
    op!("QLinearConv", 8, 9, conv::quantised_shape, conv::quantised_operations),
    op!("Gemm", 2, 3, matrix::gemm, matrix::gemm_operations),
    op!("MatMul", 2, 2, matrix::product, matrix::product_operations),
    op!("MatMulInteger", 2, 4, matrix::integer_product, matrix::product_operations),
    op!("QLinearMatMul", 8, 8, matrix::quantised_product, matrix::quantised_operations),
    // Pools.
    op!("AveragePool", 1, 1, pool::shape, pool::operations),
    op!("MaxPool", 1, 1, pool::shape, pool::operations),
    op!("LpPool", 1, 1, pool::shape, pool::operations),
    op!("GlobalAveragePool", 1, 1, pool::global_shape, count::one_in),
    op!("GlobalMaxPool", 1, 1, pool::global_shape, count::one_in),
    op!("GlobalLpPool", 1, 1, pool::global_shape, count::two_in),
    // Normalisations.
    op!("BatchNormalization", 5, 5, normalise::batch, count::two).fusible(),
    op!("InstanceNormalization", 3, 3, each::unary, count::standardised),
    op!("GroupNormalization", 3, 3, each::unary, count::standardised),
    op!("LayerNormalization", 2, 3, normalise::layer, count::standardised),
    op!("LRN", 1, 1, normalise::along_axis, normalise::response_operations),
    op!("LpNormalization", 1, 1, normalise::along_axis, count::softmax),
    op!("Softmax", 1, 1, normalise::along_axis, count::softmax),
    op!("LogSoftmax", 1, 1, normalise::along_axis, count::softmax),
    op!("Hardmax", 1, 1, normalise::along_axis, count::two),
    // One input, element by element.
    op!("Abs", 1, 1, each::unary, count::one).fusible(),
    op!("Acos", 1, 1, each::unary, count::one).fusible(),
    op!("Asin", 1, 1, each::unary, count::one).fusible(),
    op!("Atan", 1, 1, each::unary, count::one).fusible(),
    op!("Ceil", 1, 1, each::unary, count::one).fusible(),
    op!("Celu", 1, 1, each::unary, count::one).fusible(),
    op!("Clip", 1, 3, each::unary, count::two).fusible(),
    op!("Cos", 1, 1, each::unary, count::one).fusible(),
    op!("Elu", 1, 1, each::unary, count::one).fusible(),
    op!("Erf", 1, 1, each::unary, count::one).fusible(),
    op!("Exp", 1, 1, each::unary, count::one).fusible(),
    op!("Floor", 1, 1, each::unary, count::one).fusible(),
    op!("Gelu", 1, 1, each::unary, count::one).fusible(),
    op!("HardSigmoid", 1, 1, each::unary, count::one).fusible(),
    op!("HardSwish", 1, 1, each::unary, count::one).fusible(),
    op!("LeakyRelu", 1, 1, each::unary, count::one).fusible(),
    op!("Log", 1, 1, each::unary, count::one).fusible(),
    op!("Mish", 1, 1, each::unary, count::one).fusible(),
    op!("Neg", 1, 1, each::unary, count::one).fusible(),
    op!("Not", 1, 1, each::test, count::one).fusible(),
    op!("Reciprocal", 1, 1, each::unary, count::one).fusible(),
    op!("Relu", 1, 1, each::unary, count::one).fusible(),
    op!("Round", 1, 1, each::unary, count::one).fusible(),
    op!("Selu", 1, 1, each::unary, count::one).fusible(),
    op!("Sigmoid", 1, 1, each::unary, count::one).fusible(),
    op!("Sign", 1, 1, each::unary, count::one).fusible(),
    op!("Sin", 1, 1, each::unary, count::one).fusible(),
    op!("Softplus", 1, 1, each::unary, count::one).fusible(),
    op!("Softsign", 1, 1, each::unary, count::one).fusible(),
    op!("Sqrt", 1, 1, each::unary, count::one).fusible(),
    op!("Tan", 1, 1, each::unary, count::one).fusible(),
    op!("Tanh", 1, 1, each::unary, count::one).fusible(),
    op!("ThresholdedRelu", 1, 1, each::unary, count::one).fusible(),
    op!("IsInf", 1, 1, each::test, count::one).fusible(),
    op!("IsNaN", 1, 1, each::test, count::one).fusible(),
    // Several inputs, element by element.
    op!("Add", 2, 2, each::add, count::one).fusible(),
    op!("Sub", 2, 2, each::sub, count::one).fusible(),
    op!("Mul", 2, 2, each::mul, count::one).fusible(),
    op!("Div", 2, 2, each::div, count::one).fusible(),
    op!("Mod", 2, 2, each::binary, count::one).fusible(),
    op!("Pow", 2, 2, each::power, count::one).fusible(),
    op!("PRelu", 2, 2, each::with_slope, count::one).fusible(),
    op!("And", 2, 2, each::comparison, count::one).fusible(),
    op!("Or", 2, 2, each::comparison, count::one).fusible(),
    op!("Xor", 2, 2, each::comparison, count::one).fusible(),
    op!("Equal", 2, 2, each::equal, count::one).fusible(),
    op!("Greater", 2, 2, each::comparison, count::one).fusible(),
    op!("GreaterOrEqual", 2, 2, each::comparison, count::one).fusible(),
    op!("Less", 2, 2, each::comparison, count::one).fusible(),
    op!("LessOrEqual", 2, 2, each::comparison, count::one).fusible(),
    op!("Where", 3, 3, each::choice, count::one).fusible(),
    op!("Sum", 1, ANY, each::variadic, count::joined).fusible(),
    op!("Mean", 1, ANY, each::variadic, count::joined).fusible(),
    op!("Max", 1, ANY, each::variadic, count::joined).fusible(),
    op!("Min", 1, ANY, each::variadic, count::joined).fusible(),
    // Views.
    op!("Dropout", 1, 3, view::dropout, count::nothing).view(),
    op!("Flatten", 1, 1, view::flatten, count::nothing).view(),
    op!("Identity", 1, 1, view::same, count::nothing).view(),
    op!("Reshape", 1, 2, view::reshape, count::nothing).view(),
    op!("Squeeze", 1, 2, view::squeeze, count::nothing).view(),
    op!("Unsqueeze", 1, 2, view::unsqueeze, count::nothing).view(),
    // Moves.
    op!("Concat", 1, ANY, layout::concat, count::nothing),
    op!("DepthToSpace", 1, 1, layout::to_space, count::nothing),
    op!("SpaceToDepth", 1, 1, layout::to_depth, count::nothing),
    op!("Expand", 2, 2, layout::expand, count::nothing),
    op!("Pad", 1, 4, layout::pad, count::nothing),
    op!("Split", 1, 2, layout::split, count::nothing),
    op!("Tile", 2, 3, layout::tile, count::nothing),
    op!("Transpose", 1, 1, layout::transpose, count::nothing),
    op!("Gather", 2, 2, select::gather, count::nothing).picks(),
    op!("GatherElements", 2, 2, select::gather_elements, count::nothing).picks(),
    op!("Slice", 1, 5, select::slice, count::nothing).picks(),
    // Reductions.
    op!("ArgMax", 1, 1, reduce::position, count::one_in),
    op!("ArgMin", 1, 1, reduce::position, count::one_in),
    op!("ReduceL1", 1, 2, reduce::shape, count::two_in),
    op!("ReduceL2", 1, 2, reduce::shape, count::two_in),
    op!("ReduceLogSum", 1, 2, reduce::shape, count::one_in),
    op!("ReduceLogSumExp", 1, 2, reduce::shape, count::two_in),
    op!("ReduceMax", 1, 2, reduce::shape, count::one_in),
    op!("ReduceMean", 1, 2, reduce::shape, count::one_in),
    op!("ReduceMin", 1, 2, reduce::shape, count::one_in),
    op!("ReduceProd", 1, 2, reduce::shape, count::one_in),
    op!("ReduceSum", 1, 2, reduce::sum, count::one_in),
    op!("ReduceSumSquare", 1, 2, reduce::shape, count::two_in),
    // Constants, shapes and conversions.
    op!("Cast", 1, 1, constant::cast, count::one).fusible(),
    op!("CastLike", 2, 2, constant::cast_like, count::one).fusible(),
    op!("Constant", 0, 0, constant::constant, count::nothing),
    op!("ConstantOfShape", 1, 1, constant::of_shape, count::nothing),
    op!("DequantizeLinear", 2, 3, constant::dequantise, count::two).fusible(),
    op!("QuantizeLinear", 2, 3, constant::quantise, count::two).fusible(),
    op!("Range", 3, 3, constant::range, count::nothing),
    op!("Shape", 1, 1, constant::shape, count::nothing),
    op!("Size", 1, 1, constant::size, count::nothing),
];

static BY_NAME: LazyLock<BTreeMap<&'static str, &'static Operator>> =
    LazyLock::new(|| TABLE.iter().map(|operator| (operator.name, operator)).collect());

/// The operator with a name.
pub(in crate::import::onnx) fn find(name: &str) -> Option<&'static Operator> {
    BY_NAME.get(name).copied()
}

/// The names of all operators.
pub(in crate::import::onnx) fn names() -> impl Iterator<Item = &'static str> {
    TABLE.iter().map(|operator| operator.name)
}
