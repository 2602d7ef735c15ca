"""Compares the ONNX importer with the `onnx` package. `.ci/onnx` calls this.

    onnx_compare.py rules         prints the rows of hws-plan/tests/data/onnx/rules.jsonl: nodes, and what
                                  onnx.shape_inference infers of their outputs
    onnx_compare.py models DUMP   every tensor of the package's nine models and of our own, their multiply-adds,
                                  and how many nodes are left to run, against DUMP (the example onnx_shapes)
"""

import collections
import json
import math
import pathlib
import subprocess
import sys

import onnx
from onnx import TensorProto, helper, shape_inference

F, I8, U8, I32, I64, BOOL, F16 = (
    TensorProto.FLOAT, TensorProto.INT8, TensorProto.UINT8, TensorProto.INT32, TensorProto.INT64,
    TensorProto.BOOL, TensorProto.FLOAT16)
LIGHT = pathlib.Path(onnx.__file__).parent / "backend/test/data/light"
OURS = pathlib.Path(__file__).parent.parent / "examples/models"


def t(*shape, dtype=F):
    """An input that is known only at run time."""
    return {"dtype": dtype, "shape": list(shape)}


def c(*values, dtype=I64, scalar=False):
    """A constant of integers."""
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
    # What onnx refuses, the importer refuses, too.
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


def attribute(value):
    if isinstance(value, dict) and "floats" in value:
        return value["floats"]
    if isinstance(value, dict):
        tensor = value["tensor"]
        return helper.make_tensor("value", tensor["dtype"], tensor["shape"], tensor["values"])
    return value


def model(row):
    """The row's node, with inputs i0, i1, … and outputs o0, o1, …"""
    names = [f"i{at}" if entry else "" for at, entry in enumerate(row["inputs"])]
    outputs = [f"o{at}" for at in range(row["outputs"])]
    attributes = {name: attribute(value) for name, value in row["attributes"].items()}
    node = helper.make_node(row["op"], names, outputs, **attributes)
    given = [(name, entry) for name, entry in zip(names, row["inputs"]) if entry]
    inputs = [helper.make_tensor_value_info(name, e["dtype"], e["shape"]) for name, e in given if "values" not in e]
    constants = [helper.make_tensor(name, e["dtype"], e["shape"], e["values"]) for name, e in given if "values" in e]
    results = [onnx.ValueInfoProto(name=name) for name in outputs]
    graph = helper.make_graph([node], "case", inputs, results, constants)
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", row["opset"])], ir_version=8)


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


def main():
    if sys.argv[1:] == ["rules"]:
        rules()
    else:
        theirs, ours = sorted(LIGHT.glob("*.onnx")), sorted(OURS.glob("*.onnx"))
        assert (len(theirs), len(ours)) == (9, 3), (theirs, ours)
        for path in ours:
            onnx.checker.check_model(onnx.load(path), full_check=True)
        for path in theirs + ours:
            compare(path, sys.argv[2])


if __name__ == "__main__":
    main()
