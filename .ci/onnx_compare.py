"""Compares the ONNX importer with the `onnx` package. `.ci/onnx` calls this.

    onnx_compare.py rules         prints the rows of hws-plan/tests/data/onnx/rules.jsonl: nodes, and what
                                  onnx.shape_inference infers of their outputs
    onnx_compare.py microsoft DUMP  nodes of com.microsoft against what ONNX Runtime infers when it loads them
    onnx_compare.py drain HWS     how many of the package's models the command drains, and with which options
    onnx_compare.py nodes DUMP    the models of single operators that the package makes for its own tests: every output
                                  against what the reference implementation computed
    onnx_compare.py models DUMP   every tensor of the package's nine models and of our own, their multiply-adds,
                                  and how many nodes are left to run, against DUMP (the example onnx_shapes)
"""

import collections
import json
import math
import pathlib
import subprocess
import sys
import tempfile

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper, shape_inference

F, I8, U8, I32, I64, BOOL, F16, S = (
    TensorProto.FLOAT, TensorProto.INT8, TensorProto.UINT8, TensorProto.INT32, TensorProto.INT64,
    TensorProto.BOOL, TensorProto.FLOAT16, TensorProto.STRING)
LIGHT = pathlib.Path(onnx.__file__).parent / "backend/test/data/light"
OURS = pathlib.Path(__file__).parent.parent / "examples/models"


def t(*shape, dtype=F):
    """An input that is known only at run time."""
    return {"dtype": dtype, "shape": list(shape)}


def c(*values, dtype=I64, scalar=False):
    """A constant list, or a single number."""
    return {"dtype": dtype, "shape": [] if scalar else [len(values)], "values": list(values)}


def case(op, inputs, opset=17, outputs=1, **attributes):
    return {"op": op, "opset": opset, "inputs": inputs, "outputs": outputs, "attributes": attributes}


def cases():
    x = t(2, 6, 13, 17)
    # Convolutions and products.
    yield case("Conv", [x, t(8, 6, 3, 3)])
    yield case("Conv", [x, t(8, 6, 3, 5), t(8)], strides=[2, 3], pads=[1, 0, 2, 4], dilations=[2, 1], kernel_shape=[3, 5])
    yield case("Conv", [x, t(12, 2, 3, 3)], group=3, auto_pad="SAME_UPPER", strides=[2, 2])
    yield case("Conv", [x, t(6, 1, 3, 3)], group=6, auto_pad="SAME_LOWER", strides=[3, 1])
    yield case("Conv", [x, t(8, 6, 4, 4)], auto_pad="VALID", strides=[3, 2])
    yield case("Conv", [t(1, 4, 30), t(5, 4, 7)], strides=[4], dilations=[3])
    yield case("Conv", [t(1, 4, 8, 9, 10), t(5, 4, 3, 2, 1)], pads=[1, 0, 0, 1, 1, 0])
    yield case("ConvInteger", [t(1, 3, 8, 8, dtype=U8), t(4, 3, 3, 3, dtype=U8)], pads=[1, 1, 1, 1])
    yield case("QLinearConv", [t(1, 3, 8, 8, dtype=U8), t(), t(dtype=U8), t(4, 3, 3, 3, dtype=U8), t(), t(dtype=U8), t(), t(dtype=U8)], strides=[2, 2])
    yield case("ConvTranspose", [x, t(6, 4, 3, 3)], strides=[2, 3], pads=[1, 1, 0, 2], output_padding=[1, 2])
    yield case("ConvTranspose", [x, t(6, 4, 3, 3), t(8)], group=2, dilations=[2, 1])
    yield case("ConvTranspose", [x, t(6, 4, 3, 3)], strides=[2, 2], auto_pad="SAME_UPPER")
    yield case("ConvTranspose", [x, t(6, 4, 3, 3)], strides=[2, 2], output_shape=[27, 35])
    yield case("Gemm", [t(3, 5), t(5, 7), t(7)])
    yield case("Gemm", [t(5, 3), t(7, 5), t(3, 1)], transA=1, transB=1)
    yield case("Gemm", [t(3, 5), t(5, 7)], opset=13)
    yield case("MatMul", [t(3, 5), t(5, 7)])
    yield case("MatMul", [t(2, 1, 3, 5), t(4, 5, 7)])
    yield case("MatMul", [t(5), t(4, 5, 7)])
    yield case("MatMul", [t(4, 3, 5), t(5)])
    yield case("MatMul", [t(5), t(5)])
    yield case("MatMulInteger", [t(3, 5, dtype=I8), t(5, 7, dtype=I8)])
    yield case("QLinearMatMul", [t(3, 5, dtype=U8), t(), t(dtype=U8), t(5, 7, dtype=U8), t(), t(dtype=U8), t(), t(dtype=U8)])
    # Pools.
    yield case("MaxPool", [x], kernel_shape=[3, 3], strides=[2, 2], outputs=2)
    yield case("MaxPool", [x], kernel_shape=[3, 3], strides=[2, 3], ceil_mode=1)
    yield case("MaxPool", [x], kernel_shape=[2, 3], strides=[3, 4], pads=[0, 1, 1, 1], ceil_mode=1)
    yield case("MaxPool", [t(1, 1, 4, 5)], kernel_shape=[1, 1], strides=[2, 3], pads=[0, 0, 1, 2], ceil_mode=1, opset=22)
    yield case("MaxPool", [x], kernel_shape=[3, 2], dilations=[2, 3], pads=[1, 1, 0, 0])
    yield case("MaxPool", [x], kernel_shape=[3, 3], strides=[2, 2], auto_pad="SAME_UPPER")
    yield case("MaxPool", [x], kernel_shape=[3, 3], strides=[2, 2], auto_pad="VALID", opset=8)
    yield case("AveragePool", [x], kernel_shape=[3, 3], pads=[1, 1, 1, 1], count_include_pad=1, strides=[4, 4])
    yield case("AveragePool", [x], kernel_shape=[4, 4], dilations=[2, 2], ceil_mode=1, strides=[3, 3], opset=19)
    yield case("LpPool", [x], kernel_shape=[2, 2], strides=[2, 2], opset=18)
    for op in ["GlobalAveragePool", "GlobalMaxPool", "GlobalLpPool"]:
        yield case(op, [x])
    yield case("GlobalAveragePool", [t(1, 3, 9)])
    # Normalisations.
    yield case("BatchNormalization", [x, t(6), t(6), t(6), t(6)])
    yield case("BatchNormalization", [x, t(6), t(6), t(6), t(6)], opset=15, outputs=3, training_mode=1)
    yield case("BatchNormalization", [x, t(6), t(6), t(6), t(6)], opset=9)
    yield case("InstanceNormalization", [x, t(6), t(6)])
    yield case("GroupNormalization", [x, t(6), t(6)], opset=21, num_groups=2)
    yield case("LayerNormalization", [t(2, 3, 8), t(8), t(8)], outputs=3)
    yield case("LayerNormalization", [t(2, 3, 8), t(3, 8)], outputs=3, axis=1)
    yield case("LRN", [x], size=5)
    yield case("LpNormalization", [x], axis=1)
    for op in ["Softmax", "LogSoftmax", "Hardmax"]:
        yield case(op, [t(2, 3, 4)], axis=-1)
        yield case(op, [t(2, 3, 4)], opset=11)
    # Element by element.
    for op in ["Abs", "Acos", "Asin", "Atan", "Ceil", "Celu", "Cos", "Elu", "Erf", "Exp", "Floor",
               "HardSigmoid", "HardSwish", "LeakyRelu", "Log", "Neg", "Reciprocal", "Relu", "Round", "Selu",
               "Sigmoid", "Sign", "Sin", "Softplus", "Softsign", "Sqrt", "Tan", "Tanh", "ThresholdedRelu"]:
        yield case(op, [t(2, 3, 4)])
    yield case("Mish", [t(2, 3)], opset=18)
    yield case("Gelu", [t(2, 3)], opset=20)
    yield case("Clip", [t(2, 3), t(), t()])
    yield case("Clip", [t(2, 3), None, t()])
    yield case("Clip", [t(2, 3)], opset=6)
    yield case("Not", [t(2, 3, dtype=BOOL)])
    yield case("IsInf", [t(2, 3)])
    yield case("IsNaN", [t(2, 3)])
    for op in ["Add", "Sub", "Mul", "Div"]:
        yield case(op, [t(2, 1, 4), t(3, 1)])
        yield case(op, [t(), t(3, 1)])
    yield case("Add", [t(2, 3, 4), t(3)], opset=6, broadcast=1, axis=1)
    yield case("Add", [t(2, 3, 4), t(2, 3, 4)], opset=6)
    yield case("Mod", [t(2, 3, dtype=I32), t(3, dtype=I32)])
    yield case("Pow", [t(2, 3), t(dtype=I64)])
    yield case("PRelu", [t(2, 3, 4), t(3, 1)])
    for op in ["And", "Or", "Xor"]:
        yield case(op, [t(2, 1, dtype=BOOL), t(3, dtype=BOOL)])
    for op in ["Equal", "Greater", "GreaterOrEqual", "Less", "LessOrEqual"]:
        yield case(op, [t(2, 1), t(3)])
    yield case("Where", [t(2, 1, dtype=BOOL), t(3), t(4, 1, 1)])
    for op in ["Sum", "Mean", "Max", "Min"]:
        yield case(op, [t(2, 1), t(3), t(4, 1, 1)])
        yield case(op, [t(2, 3)])
    # Views.
    yield case("Dropout", [t(2, 3)], outputs=2)
    yield case("Dropout", [t(2, 3)], opset=7)
    yield case("Flatten", [t(2, 3, 4, 5)])
    yield case("Flatten", [t(2, 3, 4, 5)], axis=-1)
    yield case("Flatten", [t(2, 3, 4, 5)], axis=4)
    yield case("Flatten", [t(2, 3, 4, 5)], axis=0)
    yield case("Identity", [t(2, 3, dtype=F16)])
    yield case("Reshape", [t(2, 3, 4), c(0, -1)])
    yield case("Reshape", [t(2, 3, 4), c(4, -1, 2)])
    yield case("Reshape", [t(2, 3, 4), c(24)])
    yield case("Reshape", [t(0, 3), c(3, 0)], allowzero=1)
    yield case("Reshape", [t(1), c()])
    yield case("Reshape", [t(2, 3, 4)], opset=1, shape=[6, -1])
    yield case("Squeeze", [t(1, 3, 1, 5)])
    yield case("Squeeze", [t(1, 3, 1, 5), c(-2)])
    yield case("Squeeze", [t(1, 3, 1, 5)], opset=11, axes=[0])
    yield case("Unsqueeze", [t(3, 5), c(0, -1)])
    yield case("Unsqueeze", [t(3, 5)], opset=11, axes=[1, 3])
    # Moves.
    yield case("Concat", [t(2, 3), t(2, 4), t(2, 5)], axis=1)
    yield case("Concat", [t(2, 3), t(4, 3)], axis=-2)
    yield case("DepthToSpace", [t(1, 12, 4, 5)], blocksize=2)
    yield case("SpaceToDepth", [t(1, 3, 4, 6)], blocksize=2)
    yield case("Expand", [t(3, 1), c(2, 1, 6)])
    yield case("Pad", [t(3, 4), c(1, 2, 3, 4)])
    yield case("Pad", [t(3, 4), c(0, -1, 0, -2)])
    yield case("Pad", [t(3, 4), c(5, 6), None, c(-1)], opset=18)
    yield case("Pad", [t(3, 4)], opset=2, pads=[1, 0, 0, 2])
    yield case("Split", [t(2, 6)], outputs=3, axis=1)
    yield case("Split", [t(2, 6), c(1, 5)], outputs=2, axis=-1)
    yield case("Split", [t(2, 6)], opset=11, outputs=2, axis=1, split=[2, 4])
    yield case("Split", [t(7, 2)], opset=18, outputs=3, num_outputs=3)
    yield case("Tile", [t(2, 3), c(3, 2)])
    yield case("Transpose", [t(2, 3, 4)])
    yield case("Transpose", [t(2, 3, 4)], perm=[1, 2, 0])
    yield case("Gather", [t(5, 6, 7), t(2, 3, dtype=I64)], axis=1)
    yield case("Gather", [t(5, 6), t(dtype=I64)])
    yield case("GatherElements", [t(5, 6), t(2, 6, dtype=I64)])
    yield case("Slice", [t(10, 20), c(1, 0), c(9, -3)])
    yield case("Slice", [t(10, 20), c(-1), c(-100), c(1), c(-3)])
    yield case("Slice", [t(10, 20), c(99), c(0), c(0), c(-1)])
    yield case("Slice", [t(10, 20), c(15), c(99), c(-1), c(4)])
    yield case("Slice", [t(10, 20), c(9), c(2), c(0)])
    yield case("Slice", [t(0, 20), c(-1), c(-100), c(0), c(-1)])
    yield case("Slice", [t(10, 20)], opset=9, starts=[2], ends=[-1], axes=[0])
    # Reductions.
    for op in ["ReduceL1", "ReduceL2", "ReduceLogSum", "ReduceLogSumExp", "ReduceMax", "ReduceMean", "ReduceMin",
               "ReduceProd", "ReduceSumSquare"]:
        yield case(op, [t(2, 3, 4)], axes=[1])
        yield case(op, [t(2, 3, 4), c(-1)], opset=18, keepdims=0)
    yield case("ReduceSum", [t(2, 3, 4), c(0, 2)])
    yield case("ReduceSum", [t(2, 3, 4)], keepdims=0)
    yield case("ReduceSum", [t(2, 3, 4)], noop_with_empty_axes=1)
    yield case("ReduceSum", [t(2, 3, 4)], opset=11, axes=[-1], keepdims=0)
    yield case("ArgMax", [t(2, 3, 4)], axis=-1)
    yield case("ArgMin", [t(2, 3, 4)], axis=1, keepdims=0)
    # Constants, shapes and conversions.
    yield case("Cast", [t(2, 3)], to=F16)
    yield case("CastLike", [t(2, 3), t(dtype=I32)])
    yield case("Constant", [], value_ints=[3, 4, 5])
    yield case("Constant", [], value_int=3)
    yield case("Constant", [], value_floats={"floats": [1.5, 2.5]})
    yield case("ConstantOfShape", [c(2, 3)])
    yield case("ConstantOfShape", [c(4)], value={"tensor": {"dtype": I64, "shape": [1], "values": [7]}})
    yield case("DequantizeLinear", [t(2, 3, dtype=U8), t(), t(dtype=U8)])
    yield case("QuantizeLinear", [t(2, 3), t(), t(dtype=I8)])
    yield case("QuantizeLinear", [t(2, 3), t()])
    yield case("Range", [c(3, scalar=True), c(20, scalar=True), c(4, scalar=True)])
    yield case("Range", [c(3, scalar=True), c(-9, scalar=True), c(-5, scalar=True)])
    yield case("Shape", [t(2, 3, 4)])
    yield case("Shape", [t(2, 3, 4)], start=-2, end=9)
    yield case("Size", [t(2, 3, 4)])
    # Recurrent layers, sums of products, attention.
    for op, gates in [("RNN", 1), ("GRU", 3), ("LSTM", 4)]:
        states = 3 if op == "LSTM" else 2
        yield case(op, [t(7, 2, 5), t(1, gates * 6, 5), t(1, gates * 6, 6)], opset=14, outputs=states, hidden_size=6)
        yield case(op, [t(7, 2, 5), t(2, gates * 6, 5), t(2, gates * 6, 6), t(2, 2 * gates * 6)], opset=22, outputs=states, hidden_size=6, direction="bidirectional")
        yield case(op, [t(2, 7, 5), t(1, gates * 6, 5), t(1, gates * 6, 6)], opset=14, outputs=states, hidden_size=6, layout=1)
        yield case(op, [t(7, 2, 5), t(1, gates * 6, 5), t(1, gates * 6, 6)], opset=7, outputs=states, hidden_size=6, direction="reverse")
    yield case("Einsum", [t(2, 3, 4), t(4, 5)], equation="bij, jk -> bik")
    yield case("Einsum", [t(2, 3, 4), t(2, 3, 4)], equation="bij,bij->b")
    yield case("Einsum", [t(2, 3), t(3, 4)], equation="ij,jk")
    yield case("Einsum", [t(2, 3, 4, 5), t(2, 3, 5, 6)], equation="...ij,...jk->...ik")
    yield case("Einsum", [t(3, 3)], equation="ii->i")
    yield case("Einsum", [t(3, 3)], equation="ii")
    yield case("Einsum", [t(4, 3), t(3, 5), t(5, 2)], equation="ab,bc,cd->da")
    q, kv = t(2, 4, 6, 8), t(2, 2, 10, 8)
    yield case("Attention", [q, kv, t(2, 2, 10, 7)], opset=23)
    yield case("Attention", [q, kv, t(2, 2, 10, 7), None, t(2, 2, 3, 8), t(2, 2, 3, 7)], opset=23, outputs=4)
    yield case("Attention", [t(2, 6, 32), t(2, 10, 16), t(2, 10, 14)], opset=23, q_num_heads=4, kv_num_heads=2)
    yield case("RotaryEmbedding", [t(2, 4, 6, 8), t(9, 4), t(9, 4), t(2, 6, dtype=I64)], opset=23)
    yield case("LinearAttention", [t(2, 6, 32), t(2, 6, 16), t(2, 6, 14)], opset=27, outputs=2, q_num_heads=4, kv_num_heads=2, update_rule="linear")
    yield case("CausalConvWithState", [t(2, 3, 9), t(3, 1, 4)], opset=27, outputs=2)
    yield case("RMSNormalization", [t(2, 3, 8), t(8)], opset=23)
    # Images and signals.
    yield case("Resize", [x, None, c(1.0, 1.0, 0.5, 1.7, dtype=F)], opset=13)
    yield case("Resize", [x, None, None, c(2, 6, 20, 21)], opset=13, mode="linear")
    yield case("Resize", [x, c(1.0, 1.0, 2.0, 2.0, dtype=F)], opset=10)
    yield case("Resize", [x, None, c(3.1, 2.9, dtype=F)], opset=18, axes=[3, -2])
    yield case("Resize", [x, None, None, c(20, 21)], opset=18, axes=[2, 3], keep_aspect_ratio_policy="not_larger")
    yield case("Resize", [x, None, None, c(20, 21)], opset=18, axes=[2, 3], keep_aspect_ratio_policy="not_smaller")
    yield case("Upsample", [x, c(1.0, 1.0, 2.0, 2.5, dtype=F)], opset=9)
    yield case("Upsample", [x], opset=7, scales={"floats": [1.0, 1.0, 2.0, 1.5]})
    yield case("GridSample", [x, t(2, 5, 7, 2)], opset=20)
    yield case("AffineGrid", [t(2, 2, 3), c(2, 3, 5, 6)], opset=20)
    yield case("AffineGrid", [t(2, 3, 4), c(2, 3, 4, 5, 6)], opset=20)
    yield case("RoiAlign", [x, t(5, 4), t(5, dtype=I64)], opset=16, output_height=3, output_width=4)
    yield case("MaxRoiPool", [x, t(5, 5)], pooled_shape=[3, 4])
    yield case("MaxUnpool", [t(1, 1, 2, 3), t(1, 1, 2, 3, dtype=I64)], kernel_shape=[2, 2], strides=[2, 2])
    yield case("MaxUnpool", [t(1, 1, 2, 3), t(1, 1, 2, 3, dtype=I64), c(1, 1, 5, 7)], kernel_shape=[2, 2], strides=[2, 2])
    yield case("Col2Im", [t(2, 12, 20), c(5, 6), c(2, 3)], opset=18)
    yield case("CenterCropPad", [x, c(9, 20)], opset=18, axes=[2, -1])
    yield case("Det", [t(2, 5, 5)])
    yield case("DeformConv", [t(1, 2, 8, 9), t(4, 2, 3, 3), t(1, 18, 6, 7)], opset=19)
    yield case("NonMaxSuppression", [t(1, 9, 4), t(1, 3, 9), c(5, scalar=True)], opset=11)
    yield case("DFT", [t(2, 16, 1)])
    yield case("DFT", [t(2, 16, 1)], onesided=1)
    yield case("DFT", [t(2, 16, 5, 2), c(10, scalar=True), c(-2, scalar=True)], opset=20)
    # onnx forgets that the default of `onesided` is 1.
    yield case("STFT", [t(2, 100, 1), c(10, scalar=True), t(20)], onesided=1)
    yield case("STFT", [t(2, 100, 1), c(7, scalar=True), None, c(16, scalar=True)], onesided=0)
    yield case("MelWeightMatrix", [c(8, scalar=True), c(33, scalar=True), c(16000, scalar=True), c(0.0, scalar=True, dtype=F), c(8000.0, scalar=True, dtype=F)])
    for op in ["HannWindow", "HammingWindow", "BlackmanWindow"]:
        yield case(op, [c(12, scalar=True)], output_datatype=F16)
    # Places, selections, random numbers.
    yield case("Trilu", [t(2, 5, 6), c(1, scalar=True)])
    yield case("TopK", [t(3, 9), c(4)], outputs=2)
    yield case("TopK", [t(3, 9)], opset=9, outputs=2, k=2, axis=0)
    yield case("ScatterND", [t(4, 5, 6), t(3, 1, dtype=I64), t(3, 5, 6)])
    yield case("ScatterElements", [t(4, 5), t(2, 3, dtype=I64), t(2, 3)], axis=1)
    yield case("Scatter", [t(4, 5), t(2, 3, dtype=I64), t(2, 3)], opset=9)
    yield case("TensorScatter", [t(2, 4, 16, 8), t(2, 4, 3, 8), t(2, dtype=I64)], opset=24)
    yield case("GatherND", [t(4, 5, 6), t(3, 2, dtype=I64)])
    yield case("GatherND", [t(2, 5, 6), t(2, 3, 1, dtype=I64)], batch_dims=1)
    yield case("CumSum", [t(3, 4), c(1, scalar=True)])
    yield case("CumProd", [t(3, 4), c(1, scalar=True)], opset=26)
    yield case("OneHot", [t(3, 4, dtype=I64), c(5, scalar=True), t(2)], opset=11)
    yield case("OneHot", [t(3, 4, dtype=I64), c(5), t(2)], opset=11, axis=0)
    yield case("EyeLike", [t(3, 4)], dtype=F16)
    yield case("ReverseSequence", [t(5, 3, 2), t(3, dtype=I64)])
    yield case("Compress", [t(3, 4), c(1, 0, 1, dtype=BOOL)], axis=0)
    yield case("NonZero", [t(3, 4)])
    yield case("Unique", [t(8)], outputs=4)
    for op in ["RandomNormal", "RandomUniform"]:
        yield case(op, [], shape=[3, 4], dtype=F16)
    for op in ["RandomNormalLike", "RandomUniformLike", "Bernoulli"]:
        yield case(op, [t(3, 4)], dtype=F16)
        yield case(op, [t(3, 4)])
    yield case("Multinomial", [t(3, 4)], sample_size=7)
    # Further elementwise operators and conversions.
    for op in ["Acosh", "Asinh", "Atanh", "Cosh", "Shrink", "Sinh"]:
        yield case(op, [t(2, 3)])
    yield case("Swish", [t(2, 3)], opset=24)
    yield case("SwiGLU", [t(2, 3), t(2, 3)], opset=28)
    yield case("BitwiseNot", [t(2, 3, dtype=I32)], opset=18)
    for op in ["BitwiseAnd", "BitwiseOr", "BitwiseXor"]:
        yield case(op, [t(2, 1, dtype=I32), t(3, dtype=I32)], opset=18)
    yield case("BitShift", [t(2, 1, dtype=U8), t(3, dtype=U8)], direction="LEFT")
    yield case("BitCast", [t(2, 3)], opset=26, to=I32)
    yield case("DynamicQuantizeLinear", [t(2, 3)], outputs=3)
    yield case("QuantizeLinear", [t(2, 3), t()], opset=21, output_dtype=I8)
    yield case("Range", [c(0.5, scalar=True, dtype=F), c(3.0, scalar=True, dtype=F), c(0.7, scalar=True, dtype=F)])
    yield case("Split", [c(2, 3, 4, 5)], outputs=2)
    # Losses, optimisers, texts and tables.
    yield case("NegativeLogLikelihoodLoss", [t(3, 5, 2), t(3, 2, dtype=I64)], reduction="none")
    yield case("NegativeLogLikelihoodLoss", [t(3, 5), t(3, dtype=I64)])
    yield case("SoftmaxCrossEntropyLoss", [t(3, 5, 2), t(3, 2, dtype=I64)], outputs=2)
    yield case("StringConcat", [t(2, 1, dtype=S), t(3, dtype=S)], opset=20)
    yield case("StringNormalizer", [t(4, dtype=S)], opset=10)
    yield case("RegexFullMatch", [t(4, dtype=S)], opset=20, pattern="a")
    yield case("TfIdfVectorizer", [t(4, dtype=I64)], opset=9, max_gram_length=1, max_skip_count=0, min_gram_length=1, mode="TF", ngram_counts=[0], ngram_indexes=[0, 1, 5], pool_int64s=[2, 3, 5])
    ml = "ai.onnx.ml."
    yield case(ml + "Binarizer", [t(3, 4)])
    yield case(ml + "Imputer", [t(3, 4)], imputed_value_floats={"floats": [0.0]})
    yield case(ml + "Scaler", [t(3, 4)])
    yield case(ml + "Normalizer", [t(3, 4)])
    yield case(ml + "LabelEncoder", [t(3, dtype=I64)], keys_int64s=[1, 2], values_floats={"floats": [0.5, 1.5]})
    yield case(ml + "OneHotEncoder", [t(3, dtype=I64)], cats_int64s=[1, 2, 7])
    yield case(ml + "ArrayFeatureExtractor", [t(3, 4), t(1, 2, dtype=I64)])
    yield case(ml + "LinearRegressor", [t(3, 4)], targets=2)
    yield case(ml + "TreeEnsembleRegressor", [t(3, 4)], n_targets=2)
    # What onnx refuses, the importer refuses, too.
    yield case("Trilu", [t(5)])
    yield case("TopK", [t(3, 9), c(10)], outputs=2)
    yield case("GridSample", [x, t(2, 5, 7, 3)], opset=20)
    yield case("Conv", [x, t(8, 6, 3)])
    yield case("Gemm", [t(3, 5), t(6, 7), t(7)])
    yield case("MatMul", [t(3, 5), t(6, 7)])
    yield case("Add", [t(2, 3), t(4)])
    yield case("Concat", [t(2, 3), t(3, 3)], axis=1)
    yield case("Reshape", [t(2, 3, 4), c(5, -1)])
    yield case("Reshape", [t(2, 3, 4), c(-1, -1)])
    yield case("Squeeze", [t(2, 3), c(0)])
    yield case("Transpose", [t(2, 3, 4)], perm=[0, 0, 1])
    yield case("Softmax", [t(2, 3)], axis=2)
    yield case("Split", [t(2, 6), c(1, 4)], outputs=2, axis=1)
    yield case("Unsqueeze", [t(3, 5), c(0, 0)])
    yield case("MaxPool", [x])
    yield case("Expand", [t(3, 2), c(2, 4)])


VERSIONS = {"ai.onnx.ml": 3, "com.microsoft": 1}


def attribute(value):
    if isinstance(value, dict) and "floats" in value:
        return value["floats"]
    if isinstance(value, dict) and "float" in value:
        return value["float"]
    if isinstance(value, dict):
        tensor = value["tensor"]
        return helper.make_tensor("value", tensor["dtype"], tensor["shape"], tensor["values"])
    return value


def model(row):
    """The row's node, with inputs i0, i1, … and outputs o0, o1, …"""
    names = [f"i{at}" if entry else "" for at, entry in enumerate(row["inputs"])]
    outputs = [f"o{at}" for at in range(row["outputs"])]
    attributes = {name: attribute(value) for name, value in row["attributes"].items()}
    domain, _, op = row["op"].rpartition(".")
    node = helper.make_node(op, names, outputs, domain=domain, **attributes)
    given = [(name, entry) for name, entry in zip(names, row["inputs"]) if entry]
    inputs = [helper.make_tensor_value_info(name, e["dtype"], e["shape"]) for name, e in given if "values" not in e]
    constants = [helper.make_tensor(name, e["dtype"], e["shape"], e["values"]) for name, e in given if "values" in e]
    results = [onnx.ValueInfoProto(name=name) for name in outputs]
    others = [helper.make_opsetid(domain, VERSIONS[domain])] if domain else []
    graph = helper.make_graph([node], "case", inputs, results, constants)
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", row["opset"]), *others], ir_version=8)


def inferred(info):
    tensor = info.type.tensor_type
    if not tensor.HasField("shape") or any(not dim.HasField("dim_value") for dim in tensor.shape.dim):
        return None
    return {"dtype": tensor.elem_type, "shape": [dim.dim_value for dim in tensor.shape.dim]}


def rules():
    for row in cases():
        try:
            graph = shape_inference.infer_shapes(model(row), strict_mode=True, data_prop=True).graph
            row["expected"] = [inferred(info) for info in graph.output]
        except shape_inference.InferenceError:
            row["expected"] = "refused"
        # Some rules of onnx leave a shape open.
        if row["expected"] == "refused" or None not in row["expected"]:
            print(json.dumps(row))


def macs(graph, shapes):
    """Multiply-adds, from the shapes alone."""
    total = 0
    for node in graph.node:
        if node.op_type == "Conv":
            total += math.prod(shapes[node.output[0]]) * math.prod(shapes[node.input[1]][1:])
        elif node.op_type == "Gemm":
            trans = {a.name: a.i for a in node.attribute}.get("transA", 0)
            total += math.prod(shapes[node.output[0]]) * shapes[node.input[0]][0 if trans else 1]
    return total


def kernels(graph):
    """Operators of the nodes that depend on an input of the graph."""
    constant = {tensor.name for tensor in graph.initializer} | {""}
    left = collections.Counter()
    for node in graph.node:
        if all(name in constant for name in node.input):
            constant.update(node.output)
        else:
            left[node.op_type] += 1
    return left


def compare(path, dump):
    graph = shape_inference.infer_shapes(onnx.load(path), strict_mode=True, data_prop=True).graph
    rows = [json.loads(line) for line in subprocess.check_output([dump, path], text=True).splitlines()]
    ours = {row["tensor"]: {"dtype": row["dtype"], "shape": row["shape"]} for row in rows if "tensor" in row}
    theirs = {tensor.name: {"dtype": tensor.data_type, "shape": list(tensor.dims)} for tensor in graph.initializer}
    theirs |= {info.name: inferred(info) for part in (graph.input, graph.value_info, graph.output) for info in part}
    # A mask that no node reads is the only output that onnx may leave out.
    left_out = sorted(set(ours) - set(theirs))
    masks = {name for node in graph.node if node.op_type in ("Dropout", "LRN") for name in node.output[1:]}
    assert set(left_out) <= masks, left_out
    for name, fact in theirs.items():
        fact["dtype"] = helper.tensor_dtype_to_np_dtype(fact["dtype"]).name
        assert ours[name] == fact, (path, name, ours[name], fact)
    shapes = {name: fact["shape"] for name, fact in theirs.items()}
    made = [row for row in rows if "kernel" in row]
    total = sum(row["macs"] for row in made)
    assert total == macs(graph, shapes), (path, total, macs(graph, shapes))
    operators = collections.Counter(operator for row in made for operator in row["operators"])
    assert operators == kernels(graph), (path, operators, kernels(graph))
    print(f"{path.stem}: {len(theirs)} tensors agree, {len(made)} kernels, {total} multiply-adds")


# ---- Single operators

# Nothing can be said about them before the run: images that are decoded, and texts that are split without a limit.
WITHOUT_SHAPE = {"ImageDecoder", "StringSplit"}
# The largest possible shape is taken.
BOUNDS = {"Unique", "NonMaxSuppression", "StringNormalizer"}


def with_constants(model, arrays):
    """The model with small inputs as constants, without what it says about its outputs, and with a node that runs."""
    copy = onnx.ModelProto()
    copy.CopyFrom(model)
    for name, array in arrays.items():
        info = next(info for info in copy.graph.input if info.name == name)
        if isinstance(array, np.ndarray) and array.size <= 256 and info.type.HasField("tensor_type"):
            copy.graph.initializer.append(numpy_helper.from_array(array, name))
    for info in copy.graph.output:
        info.ClearField("type")
    del copy.graph.value_info[:]
    if all(opset.domain for opset in copy.opset_import):
        copy.opset_import.append(helper.make_opsetid("", 17))
    copy.graph.input.append(helper.make_tensor_value_info("hws.run", F, [1]))
    copy.graph.output.append(onnx.ValueInfoProto(name="hws.ran"))
    copy.graph.node.append(helper.make_node("Relu", ["hws.run"], ["hws.ran"]))
    return copy


def dumped(dump, model, folder):
    path = folder / "node.onnx"
    path.write_bytes(model.SerializeToString())
    done = subprocess.run([dump, path], capture_output=True, text=True)
    if done.returncode:
        return None, done.stderr.strip().split("node.onnx: ")[-1]
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    return {row["tensor"]: row for row in rows if "tensor" in row}, None


def named(infos, values):
    """Arrays by name; those without dimensions may be numbers."""
    return {info.name: np.asarray(value) if isinstance(value, np.generic) else value for info, value in zip(infos, values)}


def difference(ours, outputs, is_bound):
    """What differs from the computed outputs; sequences and optionals are not compared."""
    for name, array in outputs.items():
        if not isinstance(array, np.ndarray) or name not in ours:
            continue
        pairs = list(zip(ours[name]["shape"], array.shape))
        fits = all(ours >= theirs if is_bound else ours == theirs for ours, theirs in pairs)
        if not fits or len(ours[name]["shape"]) != array.ndim:
            return f"{name}: {ours[name]['shape']} instead of {list(array.shape)}"
        dtype = "string" if array.dtype.kind in "OSU" else array.dtype.name
        if ours[name]["dtype"] != ALIASES.get(dtype, dtype):
            return f"{name}: {ours[name]['dtype']} instead of {dtype}"
    return None


# Names of ml_dtypes.
ALIASES = {"float8_e4m3fn": "float8e4m3fn", "float8_e4m3fnuz": "float8e4m3fnuz", "float8_e5m2": "float8e5m2",
           "float8_e5m2fnuz": "float8e5m2fnuz", "float4_e2m1fn": "float4e2m1", "float8_e8m0fnu": "float8e8m0"}


def nodes(dump):
    from onnx.backend.test.case.node import collect_testcases

    agree, known, bounds, refused, wrong = 0, 0, 0, collections.Counter(), []
    cases = collect_testcases(None)
    with tempfile.TemporaryDirectory() as folder:
        for case in cases:
            inputs, outputs = case.data_sets[0]
            inputs = named(case.model.graph.input, inputs)
            outputs = named(case.model.graph.output, outputs)
            operators = {node.op_type for node in case.model.graph.node}
            # First as it is: no value is known.
            ours, error = dumped(dump, with_constants(case.model, {}), pathlib.Path(folder))
            found = error or difference(ours, outputs, False)
            if found is None:
                agree += 1
                continue
            ours, error = dumped(dump, with_constants(case.model, inputs), pathlib.Path(folder))
            found = error or difference(ours, outputs, False)
            if found is None:
                known += 1
            elif operators & BOUNDS and not error and difference(ours, outputs, True) is None:
                bounds += 1
            elif error and operators & WITHOUT_SHAPE:
                refused[min(operators & WITHOUT_SHAPE)] += 1
            elif error and any(not info.type.HasField("tensor_type") for info in case.model.graph.input) and "a sequence" in error:
                refused["inputs that are sequences"] += 1
            elif error and "operator set is 8" in error:
                refused["Scan of operator set 8"] += 1
            else:
                wrong.append(f"{case.name}: {found}")
    print(f"{len(cases)} models of single operators: {agree} agree, {known} when small inputs are constants, {bounds} have the largest possible shape, refused {dict(refused)}")
    print("\n".join(wrong))
    assert not wrong


# ---- Operators of com.microsoft

def microsoft_cases():
    ms = lambda op, *arguments, **attributes: case("com.microsoft." + op, *arguments, **attributes)
    x, g = t(2, 6, 32), t(32)
    yield ms("Attention", [x, t(32, 96), t(96)], num_heads=4)
    yield ms("Attention", [x, t(32, 96), t(96), None, t(2, 2, 4, 3, 8)], num_heads=4, outputs=2)
    yield ms("MultiHeadAttention", [x, x, x], num_heads=4)
    yield ms("MultiHeadAttention", [x, t(2, 9, 32), t(2, 9, 32)], num_heads=4)
    yield ms("GroupQueryAttention", [x, t(2, 6, 16), t(2, 6, 16), t(2, 2, 5, 8), t(2, 2, 5, 8), t(2, dtype=I32), c(11, dtype=I32, scalar=True)], num_heads=4, kv_num_heads=2, outputs=3)
    yield ms("RotaryEmbedding", [t(2, 6, 32), t(2, 6, dtype=I64), t(9, 4), t(9, 4)], num_heads=4)
    yield ms("SkipLayerNormalization", [x, x, g, g], outputs=1)
    yield ms("SkipSimplifiedLayerNormalization", [x, x, g], outputs=1)
    yield ms("EmbedLayerNormalization", [t(2, 6, dtype=I32), t(2, 6, dtype=I32), t(50, 32), t(9, 32), t(2, 32), g, g], outputs=2)
    for op in ["BiasGelu", "FastGelu"]:
        yield ms(op, [x, g])
    for op in ["Gelu", "QuickGelu"]:
        yield ms(op, [x])
    yield ms("FusedMatMul", [t(2, 5, 6), t(2, 7, 6)], transB=1)
    yield ms("FusedMatMul", [t(2, 6, 5), t(2, 6, 7)], transA=1)
    yield ms("FusedGemm", [t(3, 5), t(5, 7), t(7)], activation="Relu")
    yield ms("FusedConv", [t(1, 3, 8, 8), t(4, 3, 3, 3), t(4)], activation="Relu", pads=[1, 1, 1, 1])
    yield ms("MatMulNBits", [t(2, 6, 32), t(16, 1, 16, dtype=U8), t(16, 1)], N=16, K=32, bits=4, block_size=32)
    yield ms("MatMulIntegerToFloat", [t(3, 5, dtype=U8), t(5, 7, dtype=U8), t(1), t(1)])
    yield ms("DynamicQuantizeMatMul", [t(3, 5), t(5, 7, dtype=U8), t(1)])
    q = lambda *shape: [t(*shape, dtype=U8), t(), t(dtype=U8)]
    yield ms("QLinearAdd", [*q(2, 1, 5), *q(3, 5), t(), t(dtype=U8)])
    yield ms("QLinearMul", [*q(2, 1, 5), *q(3, 5), t(), t(dtype=U8)])
    yield ms("QLinearSigmoid", [*q(2, 5), t(), t(dtype=U8)])
    yield ms("QLinearLeakyRelu", [*q(2, 5), t(), t(dtype=U8)], alpha={"float": 0.1})
    yield ms("QLinearConcat", [t(), t(dtype=U8), *q(2, 5), *q(3, 5)], axis=0)
    yield ms("QLinearGlobalAveragePool", [*q(1, 3, 5, 5), t(), t(dtype=U8)], channels_last=0)
    yield ms("QLinearAveragePool", [*q(1, 3, 8, 8), t(), t(dtype=U8)], kernel_shape=[3, 3], strides=[2, 2])
    yield ms("QGemm", [t(3, 5, dtype=U8), t(), t(dtype=U8), t(5, 7, dtype=U8), t(), t(dtype=U8)])
    yield ms("Inverse", [t(2, 4, 4)])
    yield ms("Trilu", [t(2, 4, 4)])
    yield ms("GatherND", [t(4, 5, 6), t(3, 2, dtype=I64)])


def microsoft(dump):
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    options.log_severity_level = 4
    compared, wrong = collections.Counter(), []
    with tempfile.TemporaryDirectory() as folder:
        for row in microsoft_cases():
            session = onnxruntime.InferenceSession(model(row).SerializeToString(), options, ["CPUExecutionProvider"])
            ours, error = dumped(dump, with_constants(model(row), {}), pathlib.Path(folder))
            for output in session.get_outputs():
                # An empty shape stands for one that is not inferred, too.
                theirs = output.shape
                if error or theirs and all(isinstance(dim, int) for dim in theirs) and ours[output.name]["shape"] != theirs:
                    wrong.append(f"{row['op']} {output.name}: {error or ours[output.name]['shape']} instead of {theirs}")
                compared[row["op"]] += bool(theirs) and all(isinstance(dim, int) for dim in theirs)
    print(f"{len(compared)} operators of com.microsoft: {compared.total()} outputs are as ONNX Runtime infers them")
    print("\n".join(wrong))
    assert not wrong and compared.total() >= 35


# ---- Whole models

# How many of the 149 models drain: by rules, and of the others with `--unknown-op cost=bytes`.
BY_RULES, WITH_UNKNOWN_OP = 145, 2


def drain(hws):
    by_rules, unknown, refused = 0, [], {}
    paths = sorted(LIGHT.parent.rglob("*.onnx"))
    for path in paths:
        run = lambda *options: subprocess.run([hws, "run", path, *options], capture_output=True, text=True)
        done = run()
        if done.returncode == 0:
            by_rules += 1
        elif (done := run("--unknown-op", "cost=bytes")).returncode == 0:
            unknown.append(path.parent.name)
        else:
            refused[path.parent.name] = done.stderr.strip().split(".onnx: ")[-1]
    print(f"{len(paths)} models: {by_rules} drain, {len(unknown)} with --unknown-op cost=bytes ({', '.join(unknown)}), {len(refused)} are refused")
    for name, error in refused.items():
        print(f"  {name}: {error}")
    assert len(paths) == 149 and by_rules >= BY_RULES and len(unknown) >= WITH_UNKNOWN_OP


def main():
    if sys.argv[1:] == ["rules"]:
        rules()
    elif sys.argv[1] == "microsoft":
        microsoft(sys.argv[2])
    elif sys.argv[1] == "drain":
        drain(sys.argv[2])
    elif sys.argv[1] == "nodes":
        nodes(sys.argv[2])
    else:
        theirs, ours = sorted(LIGHT.glob("*.onnx")), sorted(OURS.glob("*.onnx"))
        assert (len(theirs), len(ours)) == (9, 3), (theirs, ours)
        for path in ours:
            onnx.checker.check_model(onnx.load(path), full_check=True)
        for path in theirs + ours:
            compare(path, sys.argv[2])


if __name__ == "__main__":
    main()
