//! Every shape rule against `onnx.shape_inference`, whose answers `.ci/onnx` keeps in rules.jsonl.

use std::collections::BTreeSet;

use serde_json::Value;

use super::build::{Build, FLOAT, INT64, int, integers, ints, tensor, word};
use super::import;
use crate::import::onnx::dtype::DType;
use crate::import::onnx::ops;
use crate::import::onnx::proto::{AttributeProto, TensorProto};

const ROWS: &str = include_str!("../../../../tests/data/onnx/rules.jsonl");

const NOT_INFERRED: &[&str] = &[
    "GroupNormalization",
    "SimplifiedLayerNormalization",
    "MeanVarianceNormalization",
    "ai.onnx.preview.FlexAttention",
    "NonMaxSuppression",
    "Compress",
    "NonZero",
    "Unique",
    "ConcatFromSequence",
    "Optional",
    "OptionalGetElement",
    "OptionalHasElement",
    "SequenceAt",
    "SequenceConstruct",
    "SequenceEmpty",
    "SequenceErase",
    "SequenceInsert",
    "SequenceLength",
    "SplitToSequence",
    "ai.onnx.preview.training.Adagrad",
    "ai.onnx.preview.training.Adam",
    "ai.onnx.preview.training.Momentum",
    "StringNormalizer",
    "StringSplit",
    "ai.onnx.ml.CategoryMapper",
    "ai.onnx.ml.Imputer",
    "ai.onnx.ml.LinearClassifier",
    "ai.onnx.ml.LinearRegressor",
    "ai.onnx.ml.Normalizer",
    "ai.onnx.ml.Scaler",
    "ai.onnx.ml.TreeEnsemble",
    "ai.onnx.ml.TreeEnsembleClassifier",
];

fn rows() -> impl Iterator<Item = Value> {
    ROWS.lines().map(|line| serde_json::from_str(line).unwrap())
}

fn numbers(value: &Value) -> Vec<i64> {
    value.as_array().unwrap().iter().map(|value| value.as_i64().unwrap()).collect()
}

fn number(value: &Value) -> i32 {
    value.as_i64().unwrap().try_into().unwrap()
}

fn attribute((name, value): (&String, &Value)) -> AttributeProto {
    match value {
        Value::Number(value) => int(name, value.as_i64().unwrap()),
        Value::Array(_) => ints(name, &numbers(value)),
        Value::String(value) => word(name, value),
        other if other.get("floats").is_some() => {
            let floats = other["floats"].as_array().unwrap().iter().map(bits).collect();
            AttributeProto { name: name.clone(), floats, kind: 6, ..Default::default() }
        }
        other => {
            let given = &other["tensor"];
            let (dims, values) = (numbers(&given["shape"]), numbers(&given["values"]));
            tensor(name, integers("", number(&given["dtype"]), &dims, &values))
        }
    }
}

/// The bits of a float.
fn bits(value: &Value) -> u32 {
    (value.as_f64().unwrap() as f32).to_bits()
}

fn constant(name: &str, dtype: i32, shape: &[i64], values: &Value) -> TensorProto {
    if dtype == FLOAT {
        let float_data = values.as_array().unwrap().iter().map(bits).collect();
        return TensorProto { float_data, ..integers(name, dtype, shape, &[]) };
    }
    let mut tensor = integers(name, dtype, shape, &numbers(values));
    if dtype != INT64 {
        tensor.int32_data = numbers(values).iter().map(|&value| value as i32).collect();
    }
    tensor
}

/// The row's node, and one that reads its outputs together with the graph's only variable input, so that
/// something is left to run where everything is constant.
fn model(row: &Value) -> Build {
    let mut model = Build::new(row["opset"].as_i64().unwrap()).input("run", 1, &[1]).output("ran");
    let mut names = Vec::new();
    for (at, input) in row["inputs"].as_array().unwrap().iter().enumerate() {
        let name = if input.is_null() { "-".to_owned() } else { format!("i{at}") };
        if !input.is_null() {
            let (dtype, shape) = (number(&input["dtype"]), numbers(&input["shape"]));
            match &input["values"] {
                Value::Null => model = model.input(&name, dtype, &shape),
                values => model.graph().initializer.push(constant(&name, dtype, &shape, values)),
            }
        }
        names.push(name);
    }
    let outputs: Vec<String> = (0..row["outputs"].as_u64().unwrap()).map(|at| format!("o{at}")).collect();
    let attributes = row["attributes"].as_object().unwrap().iter().map(attribute).collect();
    let model = outputs.iter().fold(model, |model, name| model.output(name));
    let op = row["op"].as_str().unwrap();
    let (domain, op) = op.rsplit_once('.').unwrap_or(("", op));
    let mut model =
        model.node_with(op, &names.join(" "), &outputs.join(" "), attributes).node("Relu", "run", "ran");
    model.graph().node[0].domain = domain.to_owned();
    model
}

#[test]
fn shapes_and_types_are_those_that_onnx_infers() {
    for row in rows() {
        let imported = import(&model(&row));
        let Some(expected) = row["expected"].as_array() else {
            assert!(imported.is_err(), "onnx refuses {row}");
            continue;
        };
        let imported = imported.unwrap_or_else(|error| panic!("{row}: {error}"));
        for (at, fact) in expected.iter().enumerate() {
            let name = format!("o{at}");
            let found = imported.tensors.iter().find(|tensor| tensor.name == name).unwrap();
            let shape: Vec<i64> = found.shape.iter().map(|&dim| dim as i64).collect();
            assert_eq!(shape, numbers(&fact["shape"]), "{row}");
            assert_eq!(Some(found.dtype), DType::new(number(&fact["dtype"])), "{row}");
        }
    }
}

#[test]
fn every_operator_is_documented() {
    let docs = include_str!("../../../../../docs/onnx.md");
    let missing: Vec<_> = ops::names().filter(|name| !docs.contains(&format!("`{name}`"))).collect();
    assert_eq!(missing, Vec::<&str>::new());
}

#[test]
fn every_operator_is_compared() {
    let compared: BTreeSet<String> = rows()
        .filter(|row| row["expected"].is_array())
        .map(|row| row["op"].as_str().unwrap().into())
        .collect();
    let missing =
        ops::names().filter(|name| !compared.contains(*name) && !name.starts_with("com.microsoft."));
    // onnx infers nothing for these, or only with values that are unknown; `.ci/onnx` compares them with the reference.
    assert_eq!(missing.collect::<Vec<_>>(), NOT_INFERRED);
}
