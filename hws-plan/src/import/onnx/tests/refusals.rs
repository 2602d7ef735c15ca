//! Refusals and their messages.

use rstest::rstest;

use super::build::{Build, FLOAT, INT64, int, ints};
use super::error;
use crate::import::onnx::proto::AttributeProto;

/// A node called `name` after a Relu.
fn after_relu(op: &str, inputs: &str, attributes: Vec<AttributeProto>) -> Build {
    let model = Build::new(17)
        .input("x", FLOAT, &[1, 4, 6, 6])
        .weights("w", FLOAT, &[8, 5, 3, 3])
        .input("run", INT64, &[2])
        .node("Relu", "x", "r")
        .node_with(op, inputs, "y", attributes)
        .output("y");
    let mut model = model;
    model.graph().node[1].name = "name".into();
    model
}

#[rstest]
#[case("If", "r", vec![], "`If` is control flow that depends on values which are not known before the run; set an input")]
#[case("Relu", "q", vec![], "its input `q` does not exist; name a graph input, an initialiser or the output of a node")]
#[case("Relu", "ru", vec![], "its input `ru` does not exist; did you mean `run`?")]
#[case("Relu", "r r", vec![], "it has 2 inputs; give 1")]
#[case("Add", "r -", vec![], "its input 1 is left out; connect it")]
#[case("Add", "r y", vec![], "it waits for itself along a cycle; remove one of the cycle's inputs")]
#[case("Conv", "r w", vec![], "the number of input channels is 4; give 5, to match the weights [8, 5, 3, 3]")]
#[case("Concat", "r r", vec![], "the attribute `axis` is missing; add it")]
#[case("Concat", "r r", vec![int("axis", 4)], "an axis is 4; give one from -4 to 3")]
#[case("Concat", "r r", vec![ints("axis", &[1])], "the attribute `axis` is of another kind; give an integer")]
#[case("Reshape", "r run", vec![], "its shape depends on the values of input 1, which are not known before the run")]
#[case("Add", "r run", vec![], "the element type of the second input is int64; give float32")]
#[case("MaxPool", "r", vec![ints("kernel_shape", &[7, 7])], "the window is 7 long on axis 0; give at most the padded input, 6")]
#[case("MaxPool", "r", vec![ints("kernel_shape", &[0, 7])], "the attribute `kernel_shape` is 0; give numbers from 1")]
fn a_node_is_named(
    #[case] op: &str,
    #[case] inputs: &str,
    #[case] attributes: Vec<AttributeProto>,
    #[case] reason: &str,
) {
    let message = error(&after_relu(op, inputs, attributes));
    let place = format!("m.onnx: node 1 `name` ({op}): ");
    assert!(message.strip_prefix(&place).is_some_and(|rest| rest.starts_with(reason)), "{message}");
    assert!(message.contains("; "), "no remedy: {message}");
}

/// Since operator set 14 only two statistics come out beside the result.
#[rstest]
#[case(9, true)]
#[case(14, false)]
fn too_many_outputs_are_named(#[case] opset: i64, #[case] is_legal: bool) {
    let model =
        ["s", "b", "m", "v"].iter().fold(Build::new(opset), |model, name| model.weights(name, FLOAT, &[4]));
    let model =
        model.input("x", FLOAT, &[1, 4, 6]).node("BatchNormalization", "x s b m v", "y p q r").output("y");
    if is_legal {
        assert!(super::import(&model).is_ok());
    } else {
        let reason = "it has 4 outputs; give at most 3";
        assert_eq!(error(&model), format!("m.onnx: node 0 `y` (BatchNormalization): {reason}"));
    }
}

#[test]
fn domains_are_named() {
    let mut model = after_relu("Gemm", "r", vec![]);
    model.graph().node[1].domain = "com.example".into();
    assert!(error(&model).contains("an operator is not supported: `com.example.Gemm` (node 1 `name`)"));
    model.graph().node[1].domain = "ai.onnx".into();
    assert!(error(&model).contains("node 1 `name` (Gemm): it has 1 inputs; give 2 to 3"));
}

/// Whether or not an output depends on them.
#[test]
fn all_operators_without_a_rule_are_listed_at_once() {
    let mut model = after_relu("Rely", "r", vec![])
        .node("Fancy", "y", "a")
        .node("Rely", "a", "b")
        .node("Fancy", "b", "c");
    model = model.node("Fancy", "c", "d");
    model.graph().node[4].domain = "com.example".into();
    let list = "`Rely` (2 nodes, first node 1 `name`, did you mean `Relu`?), `Fancy` (2 nodes, first node 2 `a`), \
        `com.example.Fancy` (node 4 `c`)";
    let message = error(&model);
    assert_eq!(
        message,
        format!(
            "m.onnx: 3 operators are not supported: {list}; count only their bytes with \
        `--unknown-op cost=bytes`, or give rules for them with `--ops FILE`; docs/onnx.md lists the supported \
        operators"
        )
    );
    // A long list ends early.
    let many = (0..25).fold(after_relu("Relu", "r", vec![]), |model, at| {
        model.node(&format!("Odd{at}"), "y", &format!("z{at}"))
    });
    assert!(error(&many).contains("`Odd19` (node 21 `z19`) and 5 more; "));
}

#[test]
fn a_tensor_made_twice_is_named() {
    let model = after_relu("Relu", "r", vec![]).node("Exp", "x", "r");
    let message = "m.onnx: node 2 `r` (Exp): `r` is defined twice, first by node 0; rename one";
    assert_eq!(error(&model), message);
    let model = after_relu("Relu", "r", vec![]).node("Exp", "x", "w");
    assert!(error(&model).contains("`w` is defined twice, first by an initialiser or input of the graph"));
}

#[rstest]
#[case(FLOAT, &[1, 4, 6, 7], "float32[1, 4, 6, 7]")]
#[case(FLOAT, &[1, 4, 6], "float32[1, 4, 6]")]
#[case(INT64, &[1, 4, 6, 6], "int64[1, 4, 6, 6]")]
fn a_declaration_that_contradicts_names_both(
    #[case] dtype: i32,
    #[case] dims: &[i64],
    #[case] declared: &str,
) {
    let model = after_relu("Relu", "r", vec![]);
    assert!(super::import(&model.clone().declare("y", FLOAT, &[1, -1, 6, 6])).is_ok());
    let message = error(&model.declare("y", dtype, dims));
    let reason = format!("`y` is declared as {declared}, but is float32[1, 4, 6, 6]");
    assert!(message.starts_with(&format!("m.onnx: node 1 `name` (Relu): {reason}")), "{message}");
}

#[rstest]
#[case(Build::new(17).output("y"), "m.onnx: the model has no nodes")]
#[case(Build::new(17).node("Relu", "x", "y"), "m.onnx: the model has no outputs")]
#[case(Build::new(17).list("x", &[1]).node("Relu", "x", "y").output("y"), "m.onnx: every output is known before the run")]
#[case(Build::new(17).input("x", FLOAT, &[1]).node("Relu", "x", "y").output("z"), "m.onnx: output `z`: its input `z` does not exist")]
#[case(Build::new(0).input("x", FLOAT, &[1]).node("Relu", "x", "y").output("y"), "m.onnx: the model does not give the version")]
#[case(Build::new(17).input("x", 99, &[1]).node("Relu", "x", "y").output("y"), "m.onnx: input `x`: it is of the element type 99")]
#[case(Build::new(17).weights("w", FLOAT, &[-3]), "m.onnx: the model has no nodes")]
fn models_without_work_are_refused(#[case] model: Build, #[case] start: &str) {
    let message = error(&model);
    assert!(message.starts_with(start), "{message}");
}

const HUGE: i64 = 1 << 40;

#[rstest]
#[case("Relu", &[HUGE, HUGE], "input `x`: the product of [1099511627776, 1099511627776]")]
#[case("Relu", &[1 << 62], "input `x`: the size of float32[4611686018427387904]")]
#[case("LRN", &[1, 1 << 30, 1], "node 0 `y` (LRN): the product of [1073741824, 1099511627776]")]
fn sizes_beyond_64_bits_are_named(#[case] op: &str, #[case] dims: &[i64], #[case] what: &str) {
    let attributes = vec![int("size", HUGE)];
    let model = Build::new(17).input("x", FLOAT, dims).node_with(op, "x", "y", attributes).output("y");
    assert_eq!(error(&model), format!("m.onnx: {what} does not fit in 64 bits; use smaller dimensions"));
}

/// 2^44 floats in and out are 2^47 bytes: 64 blocks of 1 thread take 2^47 / 64 / 16 = 2^37 cycles.
#[test]
fn a_block_beyond_32_bits_is_named() {
    let model = Build::new(17).input("x", FLOAT, &[1 << 44, 1]).node("Relu", "x", "y").output("y");
    let cycles = (1_u64 << 37) + 1000;
    let reason =
        format!("a block takes {cycles} cycles, more than the 32 bits of an estimate; split the operator");
    assert_eq!(error(&model), format!("m.onnx: node 0 `y` (Relu): {reason}"));
}

#[test]
fn too_many_dimensions_are_named() {
    let wide = Build::new(17).input("x", FLOAT, &[1; 65]).node("Relu", "x", "y").output("y");
    let reason = "a shape is 65 long; give at most 64 dimensions";
    assert_eq!(error(&wide), format!("m.onnx: input `x`: {reason}"));
    let axes = vec![ints("axes", &(0..64).collect::<Vec<_>>())];
    let grown = Build::new(11).input("x", FLOAT, &[1]).node_with("Unsqueeze", "x", "y", axes).output("y");
    assert_eq!(error(&grown), format!("m.onnx: node 0 `y` (Unsqueeze): {reason}"));
}

#[test]
fn negative_dimensions_are_named() {
    let model = after_relu("Relu", "r", vec![]).weights("v", FLOAT, &[2, -3]);
    assert_eq!(error(&model), "m.onnx: initialiser `v`: a dimension of the constant is -3; give 0 or more");
    let open = Build::new(17).input("x", FLOAT, &[-1, 3]).node("Relu", "x", "y").output("y");
    assert!(error(&open).contains("`--dim x.0=N`"));
}
