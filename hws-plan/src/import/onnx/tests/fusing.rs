//! Which operators become one kernel, and which do not.

use rstest::rstest;

use super::build::{Build, FLOAT};
use super::kernels;
use crate::import::ImportOptions;
use crate::import::onnx::{OnnxModel, read};

fn fused(model: &Build) -> OnnxModel {
    read(&model.bytes(), &ImportOptions { fuse: true, ..ImportOptions::default() }).unwrap()
}

fn operators(model: &OnnxModel) -> Vec<String> {
    model.kernels.iter().map(|kernel| kernel.operators.join("+")).collect()
}

/// A residual block: two convolutions, of which the first one's input comes back.
fn residual() -> Build {
    let conv = Build::new(17).input("x", FLOAT, &[1, 8, 6, 6]).weights("w", FLOAT, &[8, 8, 1, 1]);
    ["s", "b", "m", "v"].iter().fold(conv, |model, name| model.weights(name, FLOAT, &[8]))
}

#[test]
fn a_chain_joins_its_convolution() {
    let model = residual()
        .node("Conv", "x w", "a")
        .node("BatchNormalization", "a s b m v", "c")
        .node("Relu", "c", "d")
        .node("Conv", "d w", "e")
        .node("Add", "d e", "f")
        .node("Relu", "f", "y")
        .output("y");
    let model = fused(&model);
    assert_eq!(operators(&model), ["Conv+BatchNormalization+Relu", "Conv+Add+Relu"]);
    assert_eq!(kernels(&model), [("a", [].as_slice()), ("e", &[0])]);
    // The image in, weights, four lists for each channel, the image out. What the sum adds is the image
    // that the second convolution reads.
    let (image, weights) = (4 * 8 * 36, 4 * 64);
    assert_eq!(model.kernels[0].work.bytes, 2 * image + weights + 4 * 4 * 8);
    assert_eq!(model.kernels[1].work.bytes, 2 * image + weights);
    // 64 multiply-adds for each of 36 pixels; three further operations for each element.
    assert_eq!((model.kernels[0].macs, model.kernels[0].work.ops), (2304, 2 * 2304 + 3 * 288));
}

#[test]
fn the_later_of_two_producers_takes_the_sum() {
    let model =
        residual().node("Conv", "x w", "a").node("Conv", "x w", "b2").node("Add", "a b2", "y").output("y");
    let model = fused(&model);
    assert_eq!(operators(&model), ["Conv", "Conv+Add"]);
    assert_eq!(kernels(&model), [("a", [].as_slice()), ("b2", &[0])]);
}

#[test]
fn a_node_that_reads_a_tensor_twice_is_one_reader() {
    let model = residual().node("Conv", "x w", "a").node("Mul", "a a", "y").output("y");
    assert_eq!(operators(&fused(&model)), ["Conv+Mul"]);
}

/// The first convolution takes the sum, since the second has other readers; so it comes last.
#[test]
fn kernels_stay_in_a_topological_order() {
    let model = residual()
        .node("Conv", "x w", "a")
        .node("Conv", "x w", "k")
        .node("Softmax", "k", "p")
        .node("Add", "a k", "y")
        .output("y")
        .output("p");
    let model = fused(&model);
    assert_eq!(operators(&model), ["Conv", "Softmax", "Conv+Add"]);
    assert_eq!(kernels(&model), [("k", [].as_slice()), ("p", &[0]), ("a", &[0])]);
}

#[rstest]
#[case::returned("Relu", "a", true)]
#[case::not_elementwise("Softmax", "a", false)]
#[case::broadcast("Add", "a big", false)]
fn nodes_that_do_not_fuse(#[case] op: &str, #[case] inputs: &str, #[case] returns: bool) {
    let model = residual()
        .input("big", FLOAT, &[4, 8, 6, 6])
        .node("Conv", "x w", "a")
        .node(op, inputs, "y")
        .output("y");
    let model = if returns { model.output("a") } else { model };
    assert_eq!(fused(&model).kernels.len(), 2);
}

/// If the sum joined the split, the split would wait for the convolution, which waits for the split.
#[test]
fn a_producer_of_several_results_stays_alone() {
    let model = Build::new(13)
        .input("x", FLOAT, &[1, 16, 6, 6])
        .weights("w", FLOAT, &[8, 8, 1, 1])
        .node("Relu", "x", "r")
        .node_with("Split", "r", "a b", vec![super::build::int("axis", 1)])
        .node("Conv", "b w", "c")
        .node("Add", "a c", "y")
        .output("y");
    assert_eq!(operators(&fused(&model)), ["Relu", "Split", "Conv+Add"]);
}

#[test]
fn nothing_fuses_by_default() {
    let model = residual().node("Conv", "x w", "a").node("Relu", "a", "y").output("y");
    assert_eq!(super::import(&model).unwrap().kernels.len(), 2);
    assert_eq!(fused(&model).kernels.len(), 1);
}
