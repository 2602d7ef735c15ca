//! The models of the `onnx` package that are kept here: recognised, read, and counted.
//!
//! Kernels and multiply-adds are what `.ci/onnx` derives from onnx's own shape inference, for these and
//! for the other seven models.

use crate::common;
use std::collections::BTreeMap;
use std::io::Write;

use flate2::{Compression, write::GzEncoder};
use hws_plan::import::onnx::{OnnxModel, read};
use hws_plan::import::{self, ImportFormat, ImportOptions};
use hws_plan::priorities;
use rstest::rstest;

const SQUEEZENET: &[u8] = include_bytes!("data/onnx/light_squeezenet.onnx");
const RESNET50: &[u8] = include_bytes!("data/onnx/light_resnet50.onnx");

fn model(bytes: &[u8], fuse: bool) -> OnnxModel {
    read(bytes, &ImportOptions { fuse, ..ImportOptions::default() }).unwrap()
}

fn macs(model: &OnnxModel) -> u64 {
    model.kernels.iter().map(|kernel| kernel.macs).sum()
}

#[rstest]
#[case(SQUEEZENET, "squeezenet")]
#[case(RESNET50, "resnet50")]
fn recognised_by_content_plain_and_packed(#[case] bytes: &[u8], #[case] name: &str) {
    let (format, content) = import::recognise(bytes).unwrap();
    assert_eq!(format, ImportFormat::Onnx);
    let graph = import::graph(format, &content, name, &ImportOptions::default()).unwrap();
    let mut gzip = GzEncoder::new(Vec::new(), Compression::fast());
    gzip.write_all(bytes).unwrap();
    let packed = gzip.finish().unwrap();
    let (format, content) = import::recognise(&packed).unwrap();
    assert_eq!(import::graph(format, &content, name, &ImportOptions::default()).unwrap(), graph);
    assert_eq!(graph.name(), name);
}

/// He et al. give 3.8 billion multiply-adds for ResNet-50: 3,857,973,248 by their Table 1, where the first
/// 1x1 convolution of a stage has the stride. In this file the 3x3 ones have it, which makes 4,089,184,256.
#[rstest]
#[case(SQUEEZENET, 66, 349_151_936)]
#[case(RESNET50, 176, 4_089_184_256)]
fn kernels_and_multiply_adds(#[case] bytes: &[u8], #[case] kernels: usize, #[case] expected: u64) {
    let model = model(bytes, false);
    assert_eq!((model.kernels.len(), macs(&model)), (kernels, expected));
    let names: std::collections::BTreeSet<_> = model.kernels.iter().map(|kernel| &kernel.name).collect();
    assert_eq!(names.len(), kernels);
}

/// Each Relu joins its convolution, and Dropout the last one; pools, joins and Softmax stay.
#[test]
fn squeezenet_fused() {
    let fused = model(SQUEEZENET, true);
    let mut counts = BTreeMap::new();
    for kernel in &fused.kernels {
        *counts.entry(kernel.operators.join("+")).or_insert(0) += 1;
    }
    let expected = [("Concat", 7), ("Concat+Dropout", 1), ("Conv+Relu", 26)];
    let pools = [("GlobalAveragePool", 1), ("MaxPool", 3), ("Softmax", 1)];
    assert_eq!(counts, expected.into_iter().chain(pools).map(|(name, n)| (name.to_owned(), n)).collect());
    assert_eq!(macs(&fused), macs(&model(SQUEEZENET, false)));
}

/// 16 residual sums: each joins the last convolution before it, together with the Relu behind it.
#[test]
fn resnet50_fused() {
    let fused = model(RESNET50, true);
    let with =
        |operators: &[&str]| fused.kernels.iter().filter(|kernel| kernel.operators == operators).count();
    assert_eq!(with(&["Conv", "BatchNormalization", "Sum", "Relu"]), 16);
    assert_eq!(with(&["Conv", "BatchNormalization", "Relu"]), 33);
    assert_eq!(with(&["Conv", "BatchNormalization"]), 4);
    assert_eq!(macs(&fused), 4_089_184_256);
}

/// 64 channels of 3 x 3 from 3, stride 2, from 224 x 224 to 111 x 111.
#[test]
fn the_first_convolution_by_hand() {
    let kernel = &model(SQUEEZENET, false).kernels[0];
    let (outputs, window) = (64 * 111 * 111, 3 * 3 * 3);
    assert_eq!((kernel.operators.as_slice(), kernel.macs), (["Conv"].as_slice(), outputs * window));
    // A multiply-add is two operations; the bias is one for each output.
    assert_eq!(kernel.work.ops, 2 * outputs * window + outputs);
    // Image, weights, bias and result, four bytes each.
    assert_eq!(kernel.work.bytes, 4 * (3 * 224 * 224 + 64 * window + 64 + outputs));
    // 64 channels are one thread. 44,158,464 / 1024 = 43,124 cycles (bytes: 3,763,456 / 16 = 235,216).
    // At most 6,000 cycles a block: 40 blocks of ceil(94,086.4 / 16) = 5,881, and 1,000 each on top.
    let demand = kernel.demand;
    assert_eq!((demand.threads, demand.blocks, demand.est), (1, 40, 6881));
}

#[test]
fn a_graph_in_cycles_has_ranks() {
    let (format, content) = import::recognise(RESNET50).unwrap();
    let graph = import::graph(format, &content, "resnet50", &ImportOptions::default()).unwrap();
    let demands = graph.demands().unwrap();
    assert!(graph.is_in_cycles());
    assert_eq!(u128::from(graph.total_time()), demands.iter().map(|demand| demand.work()).sum());
    assert!(priorities(&graph).on_cp[0], "one input: the first convolution is on every longest path");
}

#[test]
fn any_piece_of_a_model_is_imported_or_refused() {
    for start in (0..SQUEEZENET.len()).step_by(101) {
        common::import_any(&SQUEEZENET[start..]);
    }
}
